import { joinedFiles } from './i18n.ts'

/** The workspace always needs these parts together, so one file for each language has them. */
const files = import.meta.glob<{ default: Record<string, string> }>('./*/{first-view,after-first-view}.ts')

joinedFiles.push(
  { parts: ['base', 'workspace'], load: async (language) => (await files[`./${language}/first-view.ts`]?.())?.default },
  {
    parts: ['device', 'metrics', 'sensors'],
    load: async (language) => (await files[`./${language}/after-first-view.ts`]?.())?.default,
  },
)
