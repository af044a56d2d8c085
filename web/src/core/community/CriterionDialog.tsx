import { Button, NumberInput, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Criterion, FieldProblem } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { fieldText } from '../../ui/forms/form.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ImageField } from '../../ui/images/ImageField.tsx'
import { PictureWorkContext, usePictureWork } from '../../ui/images/picture-work.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import classes from './Dialog.module.css'
import { useRemoveCriterion, useSaveCriterion } from './group-data.ts'

export type Countable = { kind: 'action' | 'type'; _id: string; name: string }

type Props = {
  groupId: string
  criterion: Criterion | undefined
  countable: readonly Countable[]
  onClose: () => void
}

export const CriterionDialog = ({ groupId, criterion, countable, onClose }: Props) => {
  const { t } = useTranslation()
  const save = useSaveCriterion(groupId, criterion?.id)
  const [name, setName] = useState(criterion?.name ?? '')
  const [translations, setTranslations] = useState(criterion?.translations ?? {})
  const [counted, setCounted] = useState(criterion?.actionId ?? criterion?.publicActionId ?? null)
  const [target, setTarget] = useState<number | string>(criterion?.target ?? 1)
  const [photo, setPhoto] = useState<File | null>()
  const [photoProblem, setPhotoProblem] = useState<FieldProblem>()
  const pictures = usePictureWork()
  const [isTried, setIsTried] = useState(false)
  const isTarget = typeof target === 'number' && Number.isInteger(target) && target >= 1
  const selectedItem = countable.find(({ _id }) => _id === counted)
  const required = (isMissing: boolean) => (isTried && isMissing ? t('form.required') : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!name.trim() || !selectedItem || !isTarget) return
    const what = selectedItem.kind === 'action' ? { actionId: selectedItem._id } : { publicActionId: selectedItem._id }
    // A failure is ignored here, because the dialog shows the problem.
    await save
      .mutateAsync({ body: { name: name.trim(), translations, target, ...what }, photo })
      .then(onClose, () => {})
  }
  const options = (kind: Countable['kind']) =>
    countable.filter((one) => one.kind === kind).map(({ _id, name: label }) => ({ value: _id, label }))
  return (
    <Dialog onClose={onClose} title={criterion ? <bdi>{nameOf(criterion)}</bdi> : t('groups.newCriterion')} size={400}>
      <form className={classes.form} onSubmit={pictures.submitWhenReady(submit)} noValidate>
        <TranslatedInput
          label={t('groups.criterionName')}
          field="name"
          withAsterisk
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={required(!name.trim())}
          translations={translations}
          onTranslate={setTranslations}
        />
        <Select
          label={t('groups.counts')}
          description={t('groups.countsHint')}
          withAsterisk
          searchable
          data={[
            { group: t('groups.actions'), items: options('action') },
            { group: t('groups.types'), items: options('type') },
          ]}
          value={counted}
          onChange={setCounted}
          allowDeselect={false}
          error={required(!selectedItem)}
        />
        <NumberInput
          label={t('groups.target')}
          withAsterisk
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={target}
          onChange={setTarget}
          error={required(!isTarget)}
        />
        <PictureWorkContext value={pictures.work}>
          <ImageField
            label={t('groups.criterionPhoto')}
            file={photo ?? null}
            src={photo === null ? undefined : (criterion?.photo ?? undefined)}
            alt={t('groups.criterionPhotoAlt')}
            error={photoProblem && fieldText(photoProblem, t)}
            onChoose={(file) => {
              setPhoto(file)
              setPhotoProblem(undefined)
            }}
            onRemove={() => setPhoto(photo ? undefined : null)}
            onProblem={setPhotoProblem}
          />
        </PictureWorkContext>
        <ProblemText problem={save.error} />
        <div className={classes.buttons}>
          {criterion && <RemoveButton groupId={groupId} criterion={criterion} onRemoved={onClose} />}
          <span className={classes.space} />
          <Button variant="default" onClick={onClose}>
            {t('word.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending || pictures.isHeld}>
            {t('word.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type RemoveProps = { groupId: string; criterion: Criterion; onRemoved: () => void }

const RemoveButton = ({ groupId, criterion, onRemoved }: RemoveProps) => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveCriterion(groupId)
  const title = t('groups.deleteCriterion', { name: nameOf(criterion) })
  return (
    <>
      <IconButton icon={IconTrash} label={title} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        message={t('groups.deleteCriterionText', { name: title })}
        yes={t('word.delete')}
        color="red"
        isBusy={remove.isPending}
        onYes={() => remove.mutateAsync(criterion.id).then(onRemoved).catch(toastProblem)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
