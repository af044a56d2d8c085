import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract'
import type adminTexts from '../../i18n/en/admin.json'

type ActionKey = keyof typeof adminTexts.audit.action
type Kind = keyof typeof adminTexts.audit.kind

/** Key of an action's text. i18next splits keys at dots, so the texts use underscores. */
const keyOf = (action: string) => action.replace('.', '_')

/** Translates actions and kinds of audit entries. Unknown ones are shown as they are stored. */
export const useWording = () => {
  const { t } = useTranslation()
  const actions = t('audit.action', { returnObjects: true }) as Record<ActionKey, string>
  const kinds = t('audit.kind', { returnObjects: true }) as Record<Kind, string>
  const action = (name: string): string => actions[keyOf(name) as ActionKey] ?? name
  return {
    action,
    actions: Object.entries(actions)
      .map(([key, label]) => ({ value: key.replace('_', '.'), label }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    outcome: ({ outcome, count }: AuditEntry) =>
      count > 1 ? t('audit.refusedTimes', { count }) : t(`audit.${outcome}`),
    target: ({ targetKind, targetName, detail }: AuditEntry): string => {
      const kind = targetKind ? (kinds[targetKind as Kind] ?? targetKind) : ''
      const name = targetName ?? [detail.name, detail.created, detail.changed, detail.deleted].find(isText) ?? ''
      return [kind, name].filter(Boolean).join(': ')
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
