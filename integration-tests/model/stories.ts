import fc from "fast-check"

import {
  action,
  afterWrites,
  busyDeed,
  together,
  type Action,
  type Deed,
} from "./actions"
import { scenarios } from "./scenarios"
import type { Scene } from "./scenarios-of-unpaid"

function staged(scene: Scene): fc.Arbitrary<readonly Action[]> {
  if (!("do" in scene)) return scene.map((each) => [each])
  return scene.do === "kill" || scene.do === "together"
    ? fc.constant([scene])
    : played(scene)
}

/** Mostly as it is; or its process is killed, or another one is at work as well. */
function played(deed: Deed): fc.Arbitrary<readonly Action[]> {
  return fc.oneof(
    { weight: 13, arbitrary: fc.constant<Action[]>([deed]) },
    {
      weight: 4,
      arbitrary: afterWrites.map((afterWrites): Action[] => [
        { do: "kill", afterWrites, during: deed },
        deed,
      ]),
    },
    {
      weight: 2,
      arbitrary: together(fc.tuple(fc.constant(deed), busyDeed)).map((each) => [
        each,
      ]),
    },
    {
      weight: 2,
      arbitrary: action.map((before): Action[] => [before, deed]),
    },
    { weight: 1, arbitrary: fc.constant<Action[]>([]) }
  )
}

const beginning: fc.Arbitrary<Action[]> = fc
  .constantFrom<readonly Scene[]>([], ...Object.values(scenarios))
  .chain((scenes) => fc.tuple(...scenes.map(staged)))
  .map((actions) => actions.flat())

/** Without a size fast-check keeps to a handful, in which little can happen. */
export const story: fc.Arbitrary<Action[]> = fc
  .tuple(beginning, fc.array(action, { maxLength: 20, size: "max" }))
  .map(([beginning, actions]) => [...beginning, ...actions])
