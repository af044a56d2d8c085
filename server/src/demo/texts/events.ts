import type { Language } from '#contract'
import entries from './entries.json' with { type: 'json' }
import events from './events.json' with { type: 'json' }
import type { PlaceName } from './places.ts'

export type DemoEvent = [type: string, place: PlaceName, name: string, description: string, ...answers: string[]]

export const bayEvents = events.bay as DemoEvent[]
export const harborEvents = events.harbor as DemoEvent[]

export const entryTexts: Record<Language, Record<string, string[]>> = entries.byType

export const talkWithVisitor = entries.withVisitor as [question: string, answer: string]
