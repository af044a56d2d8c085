import { Button, Checkbox } from '@mantine/core'
import { IconChartBar, IconLock, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { builtInMetrics, MAX_SELECTED_METRICS, type Metric, textIn } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { formatAmount } from './amount.ts'
import { type Counting, useMetricResult, useMetrics, useRemoveMetric } from './data.ts'
import classes from './MetricList.module.css'
import { Sparkline } from './Sparkline.tsx'

type Props = {
  service: string
  counting: Counting
  counts: Record<(typeof builtInMetrics)[number], number> | undefined
  selectedIds: readonly string[]
  onToggle: (id: string) => void
  /** Offers to fill the list, if it is empty. */
  offer: ReactNode
  editing: { onCreate: () => void; onEdit: (id: string) => void } | undefined
}

const isAlwaysShown = (id: string) => id === 'new' || id === 'inProcess' || id === 'archived'

export const MetricList = ({ service, counting, counts, selectedIds, onToggle, offer, editing }: Props) => {
  const { t } = useTranslation()
  const { data: metrics, error, refetch } = useMetrics(service)
  const remove = useRemoveMetric()
  const [deleting, setDeleting] = useState<Metric>()
  const count = selectedIds.filter(
    (id) => id === 'read' || id === 'unread' || metrics?.some(({ _id }) => _id === id),
  ).length
  return (
    <div className={classes.panel}>
      <p className={classes.intro}>
        {t('metric.intro', { most: MAX_SELECTED_METRICS })}{' '}
        <span className={classes.count}>{t('metric.chosen', { count, most: MAX_SELECTED_METRICS })}</span>
      </p>
      <h3 className={classes.heading}>{t('metric.builtIn')}</h3>
      <ul className={classes.list}>
        {builtInMetrics.map((id) => (
          <li key={id} className={classes.row}>
            <Checkbox
              className={classes.check}
              label={t(`metric.built.${id}`)}
              description={isAlwaysShown(id) ? t('metric.always') : undefined}
              checked={isAlwaysShown(id) || selectedIds.includes(id)}
              disabled={isAlwaysShown(id)}
              onChange={() => onToggle(id)}
            />
            {counts && (
              <span className={classes.value}>
                {formatAmount({ value: counts[id], unit: 'Number' }, currentLanguage())}
              </span>
            )}
          </li>
        ))}
      </ul>
      <h3 className={classes.heading}>{t('metric.own')}</h3>
      {error && (
        <div className={classes.problem}>
          <ProblemText problem={error} onRetry={() => refetch()} />
        </div>
      )}
      {!metrics && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {metrics?.length === 0 && (
        <EmptyState icon={IconChartBar} text={t('metric.none')}>
          {offer}
        </EmptyState>
      )}
      <ul className={classes.list}>
        {metrics?.map((metric) => (
          <MetricRow
            key={metric._id}
            metric={metric}
            counting={counting}
            isSelected={selectedIds.includes(metric._id)}
            onToggle={() => onToggle(metric._id)}
            onEdit={editing && (() => editing.onEdit(metric._id))}
            onDelete={editing && (() => setDeleting(metric))}
          />
        ))}
      </ul>
      {editing && (
        <div className={classes.bottom}>
          <Button
            fullWidth
            variant="light"
            leftSection={<IconPlus size={18} stroke={1.75} />}
            onClick={editing.onCreate}
          >
            {t('metric.create')}
          </Button>
        </div>
      )}
      <DeleteDialog
        item={deleting}
        name={deleting ? nameOf(deleting) : ''}
        message={t('metric.deleteText', { name: deleting && nameOf(deleting) })}
        deleted={t('metric.deleted', { name: deleting && nameOf(deleting) })}
        remove={remove}
        onClose={() => setDeleting(undefined)}
      />
    </div>
  )
}

type RowProps = {
  metric: Metric
  counting: Counting
  isSelected: boolean
  onToggle: () => void
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

const MetricRow = ({ metric, counting, isSelected, onToggle, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation()
  const { data } = useMetricResult(metric, counting)
  const name = nameOf(metric)
  const shortName = textIn(metric, 'shortName', currentLanguage())
  return (
    <li className={classes.row}>
      <Checkbox
        className={classes.check}
        label={
          <bdi className={classes.name} title={name}>
            {name}
          </bdi>
        }
        checked={isSelected}
        onChange={onToggle}
      />
      {metric.isAdminOnly && (
        <IconLock size={16} stroke={1.75} className={classes.lock} role="img" aria-label={t('metric.isAdminOnly')} />
      )}
      {onEdit && <IconButton icon={IconPencil} label={t('metric.edit', { name })} onClick={onEdit} />}
      {onDelete && <IconButton icon={IconTrash} label={t('metric.delete', { name })} onClick={onDelete} />}
      <span className={classes.result}>
        <bdi className={classes.short} title={shortName}>
          {shortName}
        </bdi>
        <span className={classes.space} />
        {data?.trend && <Sparkline trend={data.trend} unit={data.unit} />}
        <span className={classes.value}>{data ? formatAmount(data, currentLanguage()) : '–'}</span>
      </span>
    </li>
  )
}
