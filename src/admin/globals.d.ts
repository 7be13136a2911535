/** Base path of the admin, such as "/app". */
declare const __BASE__: string
/** Set by Medusa when it bundles the admin; `undefined` means its default. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined
