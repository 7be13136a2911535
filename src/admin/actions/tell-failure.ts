import { toast } from "@medusajs/ui"

/** Tells that an action failed, with the server's sentence about it. */
export function tellFailure(title: string) {
  return (error: Error) => {
    toast.error(title, { description: error.message })
  }
}
