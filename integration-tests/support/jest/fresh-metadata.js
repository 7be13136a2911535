/**
 * Medusa registers its models in a registry that outlives one spec file of a
 * worker; the next file would register them twice.
 */
const { MetadataStorage } = require("@medusajs/framework/mikro-orm/core")

MetadataStorage.clear()
