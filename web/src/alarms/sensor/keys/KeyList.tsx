import { Button, CopyButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IngestKey } from '#contract'
import { formatDate, formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { toastProblem } from '../../../ui/overlays/toast.ts'
import { useIngestKeys, useMakeKey, useRevokeKey } from '../data.ts'
import classes from './KeyList.module.css'

const NAME_MAX = 200

export const KeyList = () => {
  const { t } = useTranslation()
  const { data: keys, error, refetch } = useIngestKeys()
  const make = useMakeKey()
  const [name, setName] = useState('')
  const isUsable = name.trim() !== '' && name.length <= NAME_MAX
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isUsable) return
    make.mutate(name.trim(), { onSuccess: () => setName(''), onError: toastProblem })
  }
  return (
    <>
      <p className={classes.intro}>{t('sensor.keys.intro')}</p>
      <form className={classes.make} onSubmit={submit}>
        <LimitedInput
          label={t('sensor.keys.name')}
          value={name}
          maxLength={NAME_MAX}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={make.isPending} disabled={!isUsable}>
          {t('sensor.keys.make')}
        </Button>
      </form>
      {make.data && (
        <section className={classes.made} aria-label={t('sensor.keys.made', { name: make.data.name })}>
          <p>{t('sensor.keys.once')}</p>
          <code className={classes.key} dir="ltr">
            {make.data.key}
          </code>
          <CopyButton value={make.data.key}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t('sensor.keys.copied') : t('sensor.keys.copy')}
              </Button>
            )}
          </CopyButton>
        </section>
      )}
      <ProblemText problem={error} onRetry={() => refetch()} />
      {!keys && !error && <Skeleton rows={2} label={t('word.loading')} />}
      {keys?.length === 0 && <p className={classes.intro}>{t('sensor.keys.none')}</p>}
      <ul className={classes.list}>
        {keys?.map((key) => (
          <Key key={key._id} ingestKey={key} />
        ))}
      </ul>
    </>
  )
}

const Key = ({ ingestKey: { _id, name, createdAt, lastUsedAt } }: { ingestKey: IngestKey }) => {
  const { t } = useTranslation()
  const now = useNow()
  const revoke = useRevokeKey()
  const [isAsking, setIsAsking] = useState(false)
  const language = currentLanguage()
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        <span className={classes.meta}>
          {formatDate(new Date(createdAt), language)} ·{' '}
          {lastUsedAt
            ? t('sensor.keys.used', { when: formatRelative(new Date(lastUsedAt), now, t, language) })
            : t('sensor.keys.unused')}
        </span>
      </div>
      <IconButton icon={IconTrash} label={t('sensor.keys.revoke', { name })} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={name}
        message={t('sensor.keys.revokeText', { name: isolated(name) })}
        yes={t('sensor.keys.revokeYes')}
        color="red"
        isBusy={revoke.isPending}
        onYes={() => revoke.mutate(_id, { onError: toastProblem })}
        onCancel={() => setIsAsking(false)}
      />
    </li>
  )
}

export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('sensor.keys.title')}>
      <KeyList />
    </Dialog>
  )
}
