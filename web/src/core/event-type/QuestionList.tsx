import { Button, Input } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuestionDraft } from '#contract'
import { dotted } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { SortableList } from '../../ui/lists/SortableList.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import classes from './EventTypeForm.module.css'
import { type OpenQuestion, QuestionEditor } from './QuestionEditor.tsx'

export type Questions = {
  settle: () => readonly QuestionDraft[] | undefined
  discard: () => void
}

type Props = {
  ref: Ref<Questions>
  draft: string
  questions: readonly QuestionDraft[]
  onChange: (questions: QuestionDraft[]) => void
  /** Called with true while the edited question has changes that were not passed to `onChange`. */
  onTyping: (isTyping: boolean) => void
}

type StoredQuestion = { key: string; question: QuestionDraft }

const draftOf = ({ _id, name, value, kind, choices, isRequired, translations }: QuestionDraft): QuestionDraft => ({
  ...(_id && { _id }),
  name,
  value,
  kind,
  choices,
  isRequired,
  translations,
})

const blank: QuestionDraft = { name: '', value: '', kind: 'text', choices: [], isRequired: true, translations: {} }

export const QuestionList = ({ ref, draft, questions, onChange, onTyping }: Props) => {
  const { t } = useTranslation()
  // A new question has no id, so its index is its key. The order cannot change while a question is edited.
  const keyed = questions.map((question, at) => ({ ...question, key: question._id ?? `new-${at}` }))
  const [stored, setStored] = useState(() => readDraft<StoredQuestion>(draft))
  const isThere = stored.key === 'new' || keyed.some(({ key }) => key === stored.key)
  const [edited, setEdited] = useState(isThere ? stored.key : undefined)
  const open = useRef<OpenQuestion>(null)
  const [leaving, setLeaving] = useState<(typeof keyed)[number]>()
  const change = (next: readonly QuestionDraft[]) => onChange(next.map(draftOf))
  const close = () => {
    dropDraft(draft)
    onTyping(false)
    setStored({})
    setEdited(undefined)
  }
  const save = (question: QuestionDraft, key: string): readonly QuestionDraft[] => {
    const next = key === 'new' ? [...keyed, question] : keyed.map((one) => (one.key === key ? question : one))
    change(next)
    close()
    return next.map(draftOf)
  }
  const settle = () => {
    if (!edited || !open.current) return questions
    const question = open.current.settle()
    return question && save(question, edited)
  }
  const edit = (key: string) => settle() && setEdited(key)
  useImperativeHandle(ref, () => ({ settle, discard: close }))
  const editor = (question: QuestionDraft, key: string) => (
    <QuestionEditor
      ref={open}
      question={key === stored.key && stored.question ? stored.question : question}
      takesFocus={key !== stored.key}
      onChange={(now) => {
        keepDraft(draft, { key, question: now })
        onTyping(true)
      }}
      onSave={(next) => save(next, key)}
      onCancel={close}
    />
  )
  return (
    <Input.Wrapper label={t('question.list')} labelElement="div">
      <div className={classes.questions}>
        <SortableList
          label={t('question.list')}
          items={keyed}
          idOf={({ key }) => key}
          nameOf={nameOf}
          onOrder={
            edited ? undefined : (keys) => change(keys.flatMap((key) => keyed.find((one) => one.key === key) ?? []))
          }
          render={(question, grip) => (
            <div className={classes.question}>
              {edited === question.key ? (
                editor(question, question.key)
              ) : (
                <QuestionRow
                  question={question}
                  name={nameOf(question)}
                  grip={grip}
                  onEdit={() => edit(question.key)}
                  onRemove={() => setLeaving(question)}
                />
              )}
            </div>
          )}
        />
        {edited === 'new' && (
          <div key={questions.length} className={classes.question}>
            {editor(blank, 'new')}
          </div>
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => edit('new')}
        >
          {t('question.add')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={leaving ? nameOf(leaving) : ''}
        message={t('question.deleteText', { name: leaving && nameOf(leaving) })}
        yes={t('word.delete')}
        color="red"
        onYes={() => {
          change(keyed.filter(({ key }) => key !== leaving?.key))
          setLeaving(undefined)
        }}
        onCancel={() => setLeaving(undefined)}
      />
    </Input.Wrapper>
  )
}

type QuestionRowProps = {
  question: QuestionDraft
  name: string
  grip: ReactNode
  onEdit: () => void
  onRemove: () => void
}

const QuestionRow = ({ question, name, grip, onEdit, onRemove }: QuestionRowProps) => {
  const { t } = useTranslation()
  const meta = [t(`question.kind.${question.kind}`), !question.isRequired && t('question.optional')]
  return (
    <div className={classes.head}>
      {grip}
      <div className={classes.words}>
        <bdi title={name}>{name}</bdi>
        <span className={classes.meta}>{dotted(meta)}</span>
      </div>
      <IconButton icon={IconPencil} label={t('setting.edit', { name })} size={36} onClick={onEdit} />
      <IconButton icon={IconTrash} label={t('setting.delete', { name })} size={36} onClick={onRemove} />
    </div>
  )
}
