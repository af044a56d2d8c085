import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Community } from '#contract'
import { titleOf } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import classes from './Dialog.module.css'
import { useSaveCommunity } from './group-data.ts'

export const CommunityDialog = ({ community, onClose }: { community: Community | undefined; onClose: () => void }) => {
  const { t } = useTranslation()
  const save = useSaveCommunity(community?._id)
  const [title, setTitle] = useState(community?.title ?? '')
  const [translations, setTranslations] = useState(community?.translations ?? {})
  const [isTried, setIsTried] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!title.trim()) return
    await save.mutateAsync({ title, translations }).then(
      (saved) => {
        toast({ message: t('groups.communitySaved', { name: titleOf(saved) }) })
        onClose()
      },
      // Ignored here, because the dialog shows the problem.
      () => {},
    )
  }
  return (
    <Dialog onClose={onClose} title={t(community ? 'groups.rename' : 'groups.newCommunity')} size={380}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TranslatedInput
          label={t('groups.titleIn')}
          field="title"
          withAsterisk
          data-autofocus
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={isTried && !title.trim() ? t('form.required') : undefined}
          translations={translations}
          onTranslate={setTranslations}
        />
        <ProblemText problem={save.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('word.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('word.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
