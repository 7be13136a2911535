const vm = require("node:vm")
const { TestEnvironment } = require("jest-environment-node")

/** By which Jest tells a worker that nothing is left to do. */
const END = 2

// A worker ends as soon as Jest says so. By itself it waits for timers and sockets that Medusa
// leaves behind, and frees what all spec files left in memory: after half a second Jest says that it
// leaks, and kills it.
if (require.main?.filename.endsWith("processChild.js")) {
  process.on("message", ([type]) => {
    if (type === END) process.kill(process.pid, "SIGKILL")
  })
}

/**
 * Jest's environment for Node, but the context of a spec file has an ordinary
 * global object. With the one that Jest asks for, each `Object`, `Array` or
 * `Map` in the code is a call out of the compiled code, a hundred times slower;
 * Medusa does millions of them.
 */
module.exports = class PlainGlobal extends TestEnvironment {
  constructor(...options) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(...options)
    } finally {
      vm.createContext = createContext
    }
  }
}
