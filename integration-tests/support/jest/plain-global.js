const vm = require("node:vm")
const { TestEnvironment } = require("jest-environment-node")
const { keepChosenTests } = require("./suite-paths")

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
    const [, { testPath }] = options
    this.testPath = testPath
  }

  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name === "run_start") keepChosenTests(this.testPath, rootDescribeBlock)
  }
}
