import { openRules } from '../rule/rules.ts'
import type { Base } from './part.ts'

/** Evaluates what is due by the clock: waits, silence and hours of rules, and rules on events. */
export const openRulePart = ({ database: { db }, log }: Base, wake: () => void) => openRules({ db, wake, log })
