/**
 * Preloaded into Medusa, as a store's own subscriber to all events of the plugin: it appends each
 * delivery, as JSON in a line, to the file CAMPAIGN_EVENTS_FILE. One write of a line is whole or
 * not there at all, whenever the process is killed.
 */
const { appendFileSync } = require("node:fs")
const { AbstractEventBusModuleService } = require("@medusajs/framework/utils")

const { subscribe } = AbstractEventBusModuleService.prototype

AbstractEventBusModuleService.prototype.subscribe = function (
  name,
  subscriber,
  context
) {
  if (context?.subscriberId === "crypto-payment-delivered") {
    // As the bus at hand does it, since each keeps its subscribers in its own way.
    this.subscribe(name, recorderOf(name), {
      subscriberId: `recorder-of-${name}`,
    })
  }
  return subscribe.call(this, name, subscriber, context)
}

function recorderOf(name) {
  return async ({ data }) => {
    const line = JSON.stringify({ name, data })
    appendFileSync(process.env.CAMPAIGN_EVENTS_FILE, `${line}\n`)
  }
}
