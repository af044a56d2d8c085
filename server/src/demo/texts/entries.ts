import type { Language } from '#contract'
import entries from './entries.json' with { type: 'json' }

export const entryTexts: Record<Language, Record<string, string[]>> = entries.byType

export const talkWithVisitor = entries.withVisitor as [question: string, answer: string]
