/** Of Medusa's starters, and of what they install: not here to be checked. */
declare module "@lib/config" {
  export const sdk: import("@medusajs/js-sdk").default
}
declare module "next/navigation" {
  export function useParams<Params>(): Params
  export function useRouter(): { push(to: string): void; refresh(): void }
  export function redirect(to: string): never
}
declare module "@lib/*"
declare module "@modules/*"
declare module "next/*"
declare module "*/cart"
declare module "*/cookies"
declare module "*.css"
