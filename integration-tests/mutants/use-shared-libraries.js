/* global jest, sharedLibraries */
for (const [name, library] of Object.entries(sharedLibraries)) {
  jest.doMock(name, () => library)
}
