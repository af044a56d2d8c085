import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Warning } from '#contract'
import { useNow } from '../../ui/browser/now.ts'
import listClasses from '../../ui/lists/PlainList.module.css'
import rowClasses from '../../ui/lists/Row.module.css'
import { Dot, Row } from '../../ui/lists/Row.tsx'
import { SeveritySign, SeverityWord } from './Severity.tsx'
import { areasOf, nameOfWarning, textOf, timeText, warningParts } from './words.ts'

type Props = {
  warnings: readonly Warning[]
  total: number
  selected: string | undefined
  onSelect: (id: string) => void
}

export const WarningList = ({ warnings, total, selected, onSelect }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const { current, coming } = warningParts(warnings, now)
  const parts = [
    { name: t('warning.current'), shown: current },
    { name: t('warning.coming'), shown: coming },
  ].filter(({ shown }) => shown.length > 0)
  return (
    <>
      {parts.map(({ name, shown }) => (
        <section key={name} aria-label={name}>
          <h3 className={listClasses.heading}>{name}</h3>
          <ul className={listClasses.list}>
            {shown.map((warning) => (
              <li key={warning._id}>
                <WarningRow
                  warning={warning}
                  now={now}
                  isSelected={warning._id === selected}
                  onPress={() => onSelect(warning._id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {total > warnings.length && (
        <p className={listClasses.note}>{t('warning.shown', { shown: warnings.length, count: total })}</p>
      )}
    </>
  )
}

type RowProps = { warning: Warning; now: Date; isSelected: boolean; onPress: () => void }

const WarningRow = ({ warning, now, isSelected, onPress }: RowProps) => {
  const { t } = useTranslation()
  const { severity, serviceId } = warning
  const areas = areasOf(warning)
  const time = timeText(warning, now, t)
  return (
    <Row
      name={nameOfWarning(warning)}
      lang={textOf(warning).language || undefined}
      weight="medium"
      before={<StatusBadge warning={warning} />}
      picture={<SeveritySign severity={severity} />}
      service={serviceId}
      meta={
        <>
          <SeverityWord severity={severity} />
          <Dot />
          <span className={rowClasses.whole}>{time}</span>
          {areas && (
            <>
              <Dot />
              <bdi className={rowClasses.cut}>{areas}</bdi>
            </>
          )}
        </>
      }
      metaTitle={areas}
      isSelected={isSelected}
      onPress={onPress}
    />
  )
}

/** Badge of exercises and tests; none for actual warnings. */
export const StatusBadge = ({ warning: { status } }: { warning: Warning }) => {
  const { t } = useTranslation()
  if (status === 'actual') return null
  return (
    <Badge variant="outline" color="gray" flex="none">
      {t(`warning.status.${status}`)}
    </Badge>
  )
}
