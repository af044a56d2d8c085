import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Profile, ProfileChange } from '#contract'
import { afterPress } from '../../ui/browser/after-press.ts'
import { checkBy } from '../../ui/forms/check.ts'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { fieldErrors } from '../../ui/forms/form.ts'
import { useTakeOver } from '../../ui/forms/use-take-over.ts'
import { toast } from '../../ui/overlays/toast.ts'
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
  const [base, setBase] = useState(saved)
  const [begun] = useState(() => readDraft<Values>(draft))
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { ...saved, ...begun },
    validate: (values) => {
      const { services: _asked, ...changes } = changesIn(values, base)
      return checkBy(ProfileChange, t)(changes)
    },
    onValuesChange: (values) => keepDraft(draft, changesIn(values, base)),
  })
  const changes = changesIn(form.values, base)
  // A role that was given, a request that was decided: shown at once, and no change of one's own.
  useTakeOver(saved, base, () => {
    const values = { ...saved, ...changes }
    setBase(saved)
    form.setValues(values)
    keepDraft(draft, changesIn(values, saved))
  })

  const send = async () => {
    const { services, ...others } = changes
    setProblem(undefined)
    try {
      const after = Object.keys(others).length > 0 ? await change.mutateAsync(others) : profile
      const asked = services && (await provide.mutateAsync(services))
      // Another role waits for somebody else: the field shows again the one that is held.
      const held = { ...valuesOf(after), services: services ?? base.services }
      setBase(held)
      form.setValues(held)
      dropDraft(draft)
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
    isChanged: Object.keys(changes).length > 0,
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
