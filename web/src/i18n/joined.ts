import { joinedFiles } from './i18n.ts'

/** Texts that the workspace always needs together, in one file for each language. */
const files = import.meta.glob<{ default: Record<string, string> }>('./*/{first-view,after-first-view}.ts')

joinedFiles.push(
  { parts: ['base', 'workspace'], load: async (language) => (await files[`./${language}/first-view.ts`]?.())?.default },
  {
    parts: ['device', 'metrics', 'sensors'],
    load: async (language) => (await files[`./${language}/after-first-view.ts`]?.())?.default,
  },
)
