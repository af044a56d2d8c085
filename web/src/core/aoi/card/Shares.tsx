import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Actor, type Aoi, mayEver } from '#contract'
import { useIsOffline } from '../../../api/live.ts'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import { toastProblem } from '../../../ui/overlays/toast.ts'
import { useTakeBack } from '../data.ts'
import classes from './Shares.module.css'

export const Shares = ({ aoi, actor }: { aoi: Aoi; actor: Actor }) => {
  const { t } = useTranslation()
  const takeBack = useTakeBack(aoi)
  const barred = useIsOffline() ? t('live.needed') : undefined
  if (aoi.shares.length === 0) return null
  return (
    <section aria-label={t('card.sharedWith')}>
      <h3 className={classes.heading}>{t('card.sharedWith')}</h3>
      <ul className={classes.list}>
        {aoi.shares.map(({ userId, name, doneAt }) => (
          <li key={userId} className={classes.share} data-done={doneAt !== null || undefined}>
            <bdi className={classes.name}>{name}</bdi>
            {doneAt !== null && <IconCheck size={16} stroke={2} role="img" aria-label={t('card.shareDone')} />}
            {mayEver(actor, 'aoi.share') && (
              <IconButton
                icon={IconX}
                label={t('card.takeBack', { name })}
                size={28}
                barred={barred}
                onClick={() => takeBack.mutate(userId, { onError: toastProblem })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
