export { deleteOldNotices } from "./delete-old-notices"
export { deliverNotices } from "./deliver-notices"
