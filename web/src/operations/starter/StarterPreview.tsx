import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Language, StarterSetName } from '#contract'
import type { StarterEventType } from '#contract/operations/starter/sets/set.ts'
import { starterSets } from '#contract/operations/starter/sets.ts'
import { SymbolSign } from '../../ui/icons/SymbolSign.tsx'
import classes from './StarterField.module.css'

/** Contents of a set: event types with symbols, questions and guides; everything else by name. */
export const StarterPreview = ({ name, language }: { name: StarterSetName; language: Language }) => {
  const { t } = useTranslation()
  const { eventTypes, roles, actions, metrics, rules, communities } = starterSets[name]
  const lists = { roles, actions, metrics, rules, communities: communities.map((title) => ({ name: title })) }
  return (
    <dl className={classes.preview} aria-label={t('starter.preview')}>
      <div>
        <dt>{t('starter.kind.eventTypes')}</dt>
        <dd>
          <ul className={classes.types}>
            {eventTypes.map((type) => (
              <PreviewedType key={type.name.en} type={type} language={language} />
            ))}
          </ul>
        </dd>
      </div>
      {Object.entries(lists).map(([kind, things]) => (
        <div key={kind}>
          <dt>{t(`starter.kind.${kind as keyof typeof lists}`)}</dt>
          <dd>{things.map((thing) => thing.name[language]).join(', ')}</dd>
        </div>
      ))}
    </dl>
  )
}

const PreviewedType = ({ type, language }: { type: StarterEventType; language: Language }) => (
  <li>
    <details className={classes.type}>
      <summary>
        <SymbolSign icon={type.icon} colour={type.colour} />
        <span className={classes.words}>
          <span className={classes.name}>{type.name[language]}</span>
          {type.questions.map(({ name }) => (
            <span key={name.en} className={classes.hint}>
              {name[language]}
            </span>
          ))}
        </span>
        <IconChevronDown size={18} stroke={1.75} className={classes.more} aria-hidden />
      </summary>
      <p className={classes.guide}>{type.guide[language]}</p>
    </details>
  </li>
)
