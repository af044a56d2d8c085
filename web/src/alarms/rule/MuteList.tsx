import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Mute } from '#contract'
import { momentText } from '../../i18n/format.ts'
import { isolated } from '../../i18n/isolated.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from '../../ui/lists/PlainList.module.css'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { useUnmute } from './data.ts'

type Props = { mutes: readonly Mute[]; mayEnd: (mute: Mute) => boolean }

export const MuteList = ({ mutes, mayEnd }: Props) => {
  const { t } = useTranslation()
  const unmute = useUnmute()
  return (
    <ul className={classes.list}>
      {mutes.map((mute) => {
        const time = momentText(mute.until)
        const name = mute.target.type === 'all' ? t('rule.allAlarms') : mute.targetName
        return (
          <li key={mute._id} className={classes.row}>
            <div className={classes.words}>
              <bdi className={classes.name}>{name}</bdi>
              <span className={classes.meta}>
                {t('rule.mutedUntil', { time, name: isolated(mute.createdBy), reason: isolated(mute.reason) })}
              </span>
            </div>
            {mayEnd(mute) && (
              <IconButton
                icon={IconX}
                label={t('rule.unmute', { name })}
                size={36}
                onClick={() => unmute.mutate(mute, { onError: toastProblem })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
