import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Profile, ProfileChange } from '#contract'
import { afterPress } from '../../ui/after-press.ts'
import { checkBy } from '../../ui/check.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/draft.ts'
import { fieldErrors } from '../../ui/form.ts'
import { toast } from '../../ui/toast.ts'
import { useChangeProfile, useProvideServices } from '../data.ts'
import { changesIn, type Values, valuesOf } from './values.ts'

/** What the form of a profile knows and does; its fields only show it. */
export const useProfileForm = (profile: Profile) => {
  const { t } = useTranslation()
  const draft = `profile.${profile._id}`
  const change = useChangeProfile()
  const provide = useProvideServices(profile._id)
  const [problem, setProblem] = useState<unknown>()
  // Fields that keep something of their own begin anew with each round.
  const [round, setRound] = useState(0)
  const saved = valuesOf(profile)
  const [begun] = useState(() => readDraft<Values>(draft))
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { ...saved, ...begun },
    validate: (values) => {
      const { services: _asked, ...changes } = changesIn(values, saved)
      return checkBy(ProfileChange, t)(changes)
    },
    onValuesChange: (values) => keepDraft(draft, changesIn(values, saved)),
  })

  const send = async (values: Values) => {
    const { services, ...changes } = changesIn(values, saved)
    setProblem(undefined)
    try {
      const after = Object.keys(changes).length > 0 ? await change.mutateAsync(changes) : profile
      const asked = services && (await provide.mutateAsync(services))
      dropDraft(draft)
      // Another role waits for somebody else: the field shows again the one that is held.
      form.setValues({ ...valuesOf(after), services: services ?? saved.services })
      const isAsked = after.requests.length > profile.requests.length || (asked?.requested.length ?? 0) > 0
      await toast({ message: t(isAsked ? 'profile.askedSent' : 'profile.updated') })
    } catch (error) {
      form.setErrors(fieldErrors(error, t))
      setProblem(error)
    }
  }

  return {
    form,
    problem,
    round,
    isBusy: change.isPending || provide.isPending,
    isChanged: Object.keys(changesIn(form.values, saved)).length > 0,
    isContinued: Object.keys(begun).length > 0,
    field: (name: 'firstName' | 'lastName' | 'phone' | 'role') => ({
      ...form.getInputProps(name),
      onBlur: () => afterPress(() => form.validateField(name)),
    }),
    save: form.onSubmit(send, (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()),
    discard: () => {
      form.setValues(saved)
      form.clearErrors()
      setProblem(undefined)
      dropDraft(draft)
      setRound((now) => now + 1)
    },
  }
}
