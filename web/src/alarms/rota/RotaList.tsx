import { Badge, NativeSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DutyWeek, dutyWeeks, onDutyAt, type Rota } from '#contract'
import { formatDate, momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useNow } from '../../ui/browser/now.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import classes from '../../ui/lists/PlainList.module.css'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useRemoveRota, useSwap } from './data.ts'

const WEEK_MS = 7 * 86_400_000
const SHOWN_WEEKS = 8

type Props = {
  rotas: readonly Rota[]
  members: readonly NamedItem[]
  onEdit?: ((id: string) => void) | undefined
  maySwap: (rota: Rota) => boolean
}

export const RotaList = ({ rotas, members, onEdit, maySwap }: Props) => {
  const { t } = useTranslation()
  const remove = useRemoveRota()
  const now = useNow().getTime()
  const [deleting, setDeleting] = useState<Rota>()
  const nameOf = (id: string) => members.find(({ _id }) => _id === id)?.name ?? t('rota.gone')
  const dutyText = (rota: Rota) => {
    const week = onDutyAt(rota, now)
    if (week) return t('rota.now', { name: isolated(nameOf(week.memberId)), time: momentText(week.until) })
    const [first] = dutyWeeks(rota, now, Date.parse(rota.startsOn) + 2 * WEEK_MS)
    return t('rota.before', { time: first ? momentText(first.from) : rota.startsOn })
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('rota.title')}>
        {rotas.map((rota) => (
          <li key={rota._id}>
            <div className={classes.row}>
              <button type="button" className={classes.words} disabled={!onEdit} onClick={() => onEdit?.(rota._id)}>
                <bdi className={classes.name}>{rota.name}</bdi>
                <span className={classes.meta}>{dutyText(rota)}</span>
              </button>
              {onEdit && (
                <IconButton
                  icon={IconTrash}
                  label={t('setting.delete', { name: rota.name })}
                  size={36}
                  onClick={() => setDeleting(rota)}
                />
              )}
            </div>
            <details className={classes.entry}>
              <summary>{t('rota.showWeeks')}</summary>
              {dutyWeeks(rota, now, now + SHOWN_WEEKS * WEEK_MS).map((week) => (
                <Week key={week.week} rota={rota} week={week} nameOf={nameOf} maySwap={maySwap(rota)} />
              ))}
            </details>
          </li>
        ))}
      </ul>
      <DeleteDialog
        item={deleting}
        name={deleting?.name ?? ''}
        message={t('rota.deleteText', { name: deleting?.name })}
        deleted={t('rota.deleted', { name: deleting?.name })}
        remove={remove}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}

type WeekProps = { rota: Rota; week: DutyWeek; nameOf: (id: string) => string; maySwap: boolean }

const Week = ({ rota, week, nameOf, maySwap }: WeekProps) => {
  const { t } = useTranslation()
  const swap = useSwap()
  const time = formatDate(new Date(week.from), currentLanguage())
  const give = (memberId: string) =>
    swap.mutate(
      { id: rota._id, week: week.week, memberId },
      {
        onSuccess: () => void toast({ message: t('rota.swapDone', { name: nameOf(memberId), time }) }),
        onError: toastProblem,
      },
    )
  return (
    <div className={classes.line}>
      <span className={classes.space}>{time}</span>
      {week.isSwapped && <Badge variant="light">{t('rota.swapped')}</Badge>}
      {maySwap ? (
        <NativeSelect
          aria-label={t('rota.week', { time })}
          value={week.memberId}
          data={[...new Set([...rota.memberIds, week.memberId])].map((value) => ({ value, label: nameOf(value) }))}
          onChange={(event) => give(event.currentTarget.value)}
        />
      ) : (
        <bdi>{nameOf(week.memberId)}</bdi>
      )}
    </div>
  )
}
