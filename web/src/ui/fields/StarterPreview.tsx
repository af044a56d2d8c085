import { useTranslation } from 'react-i18next'
import type { Language, StarterSetName } from '#contract'
import { starterSets } from '#contract/starter/sets.ts'
import classes from './StarterField.module.css'

/** The names of everything in a set. */
export const StarterPreview = ({ name, language }: { name: StarterSetName; language: Language }) => {
  const { t } = useTranslation()
  const { eventTypes, roles, actions, metrics, rules, communities } = starterSets[name]
  const lists = {
    eventTypes,
    roles,
    actions,
    metrics,
    rules,
    communities: communities.map((title) => ({ name: title })),
  }
  return (
    <dl className={classes.preview} aria-label={t('starter.preview')}>
      {Object.entries(lists).map(([kind, things]) => (
        <div key={kind}>
          <dt>{t(`starter.kind.${kind as keyof typeof lists}`)}</dt>
          <dd>{things.map((thing) => thing.name[language]).join(', ')}</dd>
        </div>
      ))}
    </dl>
  )
}
