import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Criterion, type Group, type Language, languageTraits } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { Avatar } from '../../ui/images/Avatar.tsx'
import classes from './Criteria.module.css'
import { type Countable, CriterionDialog } from './CriterionDialog.tsx'
import card from './GroupCard.module.css'

type Props = {
  group: Group
  countable: readonly Countable[] | undefined
}

export const Criteria = ({ group, countable }: Props) => {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Criterion | 'new'>()
  return (
    <section className={card.section} aria-label={t('groups.criteria')}>
      <h3 className={card.heading}>
        {t('groups.criteria')}
        {countable && (
          <IconButton icon={IconPlus} label={t('groups.addCriterion')} size={36} onClick={() => setEdited('new')} />
        )}
      </h3>
      {group.criteria.length === 0 && <p className={card.dim}>{t('groups.noCriteria')}</p>}
      {group.criteria.map((criterion) => (
        <Progress
          key={criterion.id}
          criterion={criterion}
          counted={nameOf({ name: criterion.counted, translations: criterion.countedTranslations })}
          onEdit={countable ? () => setEdited(criterion) : undefined}
        />
      ))}
      {edited && countable && (
        <CriterionDialog
          groupId={group._id}
          criterion={edited === 'new' ? undefined : edited}
          countable={countable}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

type ProgressProps = { criterion: Criterion; counted: string; onEdit: (() => void) | undefined }

const Progress = ({ criterion, counted, onEdit }: ProgressProps) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  const name = nameOf(criterion)
  const { photo, target, date } = criterion
  const number = (value: number) => formatNumber(value, language)
  const current = date.at(-1)?.count ?? 0
  return (
    <div className={classes.criterion}>
      <div className={classes.head}>
        <Avatar photo={photo && `${photo}?size=thumb`} initial={([...name][0] ?? '').toUpperCase()} size={36} />
        <div className={card.names}>
          <p className={classes.name}>
            <bdi>{name}</bdi>
          </p>
          <p className={card.dim} title={t('groups.countsOf', { name: counted, target: number(target) })}>
            {t('groups.thisMonth', { count: number(current), target: number(target) })}
          </p>
        </div>
        {onEdit && (
          <IconButton icon={IconPencil} label={t('groups.editCriterion', { name })} size={36} onClick={onEdit} />
        )}
      </div>
      <ol className={classes.months}>
        {date.map(({ month, count }) => {
          const label = t('groups.monthCount', {
            month: monthName(month, language, 'long'),
            count: number(count),
            target: number(target),
          })
          return (
            <li key={month} className={classes.month} title={label}>
              <span className={classes.count} aria-hidden>
                {count > 0 ? number(count) : ''}
              </span>
              <span
                className={classes.bar}
                role="progressbar"
                aria-label={label}
                aria-valuemin={0}
                aria-valuemax={target}
                aria-valuenow={Math.min(count, target)}
                data-met={count >= target || undefined}
              >
                <span className={classes.fill} style={{ blockSize: `${Math.min(100, (100 * count) / target)}%` }} />
              </span>
              <span className={classes.label} aria-hidden>
                {monthName(month, language, 'narrow')}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const monthName = (month: string, language: Language, style: 'long' | 'narrow'): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const date = new Date(year, number - 1, 1)
  const options = style === 'long' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'narrow' } as const)
  if (style === 'narrow' && !languageTraits[language].hasNarrowMonths) return String(number)
  return new Intl.DateTimeFormat(language, options).format(date)
}
