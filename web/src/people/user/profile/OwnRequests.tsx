import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OwnRequest } from '#contract'
import { nameOf, titleOf } from '../../../i18n/names.ts'
import { useWithdraw } from '../data.ts'
import classes from './ProfileForm.module.css'

export const OwnRequests = ({ requests }: { requests: readonly OwnRequest[] }) => {
  const { t } = useTranslation()
  const withdraw = useWithdraw()
  if (requests.length === 0) return null
  return (
    <section className={classes.asked} aria-label={t('profile.asked')}>
      <p className={classes.meta}>{t('profile.asked')}</p>
      <ul className={classes.list}>
        {requests.map(({ _id, role, service }) => {
          const what = role
            ? t('profile.askedRole', { role: nameOf(role) })
            : t('profile.askedService', { service: titleOf(service) })
          return (
            <li key={_id} className={classes.row}>
              <bdi className={classes.words}>{what}</bdi>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('profile.withdraw', { what })}
                disabled={withdraw.isPending}
                onClick={() => withdraw.mutate(_id)}
              >
                {t('word.cancel')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
