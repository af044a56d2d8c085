import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MuteTarget } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { durationText } from '../../ui/fields/duration.ts'
import classes from '../../ui/lists/PlainList.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useMute } from './data.ts'

const spans = [3600, 4 * 3600, 12 * 3600, 86_400, 3 * 86_400, 7 * 86_400]

type Props = { target: MuteTarget; name: string; onClose: () => void }

export const MuteDialog = ({ target, name, onClose }: Props) => {
  const { t } = useTranslation()
  const mute = useMute()
  const [seconds, setSeconds] = useState(3600)
  const [reason, setReason] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { type } = target
    const body = {
      target: type === 'all' ? { type } : { type, id: target.id },
      until: Date.now() + seconds * 1000,
      reason,
    }
    await mute.mutateAsync(body)
    void toast({ message: t('rule.muted', { name }) })
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={target.type === 'all' ? t('rule.muteAll') : t('rule.muteOne', { name })}>
      <form className={classes.fields} onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <p className={classes.meta}>{t('rule.muteHint')}</p>
        <NativeSelect
          label={t('rule.muteFor')}
          data={spans.map((value) => ({ value: String(value), label: durationText(value, t) }))}
          value={String(seconds)}
          onChange={(event) => setSeconds(Number(event.currentTarget.value))}
        />
        <TextInput
          label={t('rule.reason')}
          withAsterisk
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ProblemText problem={mute.error} />
        <Button type="submit" loading={mute.isPending} disabled={!reason.trim()}>
          {t('rule.mute')}
        </Button>
      </form>
    </Dialog>
  )
}
