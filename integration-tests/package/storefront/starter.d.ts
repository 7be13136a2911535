// What the recipes need of Next.js and of Medusa's starter.
declare module "next/navigation" {
  export function redirect(path: string): never
  export function useParams<Params>(): Params
  export function useRouter(): { refresh(): void }
}
declare module "next/cache" {
  export function revalidateTag(tag: string): void
}
declare module "*.css"
declare const process: { env: Record<string, string | undefined> }
