import { unit, type Mutant } from "../mutant"

const identify = "src/coins/identify.ts"

/** What wallets are told about coins. */
export const coinMutants: Mutant[] = [
  {
    name: "uses a setting of live coins for a test payment",
    file: identify,
    search: "test !== coin.isTest ||",
    replace: "",
    killedBy: unit("coins/identify.spec.ts", "never uses a live network"),
  },
  {
    name: "asks for a network's own coin where a token's contract was forgotten",
    file: identify,
    search: "? !isNativeSetting(setting, coin, family)",
    replace: "? false",
    killedBy: unit("coins/identify.spec.ts", "where a contract was forgotten"),
  },
  {
    name: "recognizes a token whose code and network differ",
    file: "src/coins/recognize.ts",
    search: "if (isElsewhere) return null",
    replace: "",
    killedBy: unit("coins/recognize.spec.ts", "code and network differ"),
  },
  {
    name: "gives USDT on BSC the decimals that it has elsewhere",
    file: "src/coins/tokens.ts",
    search: '"0x55d398326f99059fF775485246999027B3197955", 18',
    replace: '"0x55d398326f99059fF775485246999027B3197955", 6',
    killedBy: unit("coins/tokens.spec.ts", "as a list of others has them"),
  },
  {
    name: "takes an amount with more digits than the coin has",
    file: "src/coins/transfer.ts",
    search: "whole === undefined || significant.length > decimals",
    replace: "whole === undefined",
    killedBy: unit("coins/transfer.spec.ts", "toUnits"),
  },
]
