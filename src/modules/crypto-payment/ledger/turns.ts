import type { AttemptState } from "../lifecycle/states"
import { takeTurnToCheck } from "./checks"
import { takeDue } from "./due"
import { acquireLease, isLeased, releaseLease } from "./lease"
import type { Attempt } from "./rows"
import type { Connect } from "./watch"

/** Whose turn it is to work on an attempt, among all processes. */
export class Turns {
  constructor(private readonly connect: Connect) {}

  /** See `acquireLease`. */
  acquireLease(
    id: string,
    owner: string,
    ttlSeconds: number
  ): Promise<boolean> {
    return this.connect((db) => acquireLease(db, id, owner, ttlSeconds))
  }

  /** See `isLeased`. */
  isLeased(id: string): Promise<boolean> {
    return this.connect((db) => isLeased(db, id))
  }

  /** See `releaseLease`. */
  releaseLease(id: string, owner: string): Promise<void> {
    return this.connect((db) => releaseLease(db, id, owner))
  }

  /** See `takeDue`. */
  takeDue(
    limit: number,
    holdSeconds: number,
    only?: readonly AttemptState[]
  ): Promise<Attempt[]> {
    return this.connect((db) => takeDue(db, limit, holdSeconds, only))
  }

  /** Lets one caller in `everySeconds` ask the gateway about an attempt. */
  mayCheck(id: string, everySeconds: number): Promise<boolean> {
    return this.connect((db) => takeTurnToCheck(db, id, everySeconds))
  }
}
