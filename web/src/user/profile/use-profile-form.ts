import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, fieldProblems, type Profile, ProfileChange } from '#contract'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useChangeProfile, useProvideServices } from '../data.ts'
import { changesOf, type Values, valuesOf } from './values.ts'

/** Only what is changed is checked; other services are asked for in a request of their own. */
const check = (_values: Values, { services: _asked, ...changes }: Partial<Values>): FieldProblems => {
  const { error } = ProfileChange.safeParse(changes)
  return error ? fieldProblems(error) : {}
}

/** The form of one's own profile. What others change, such as a role that was given, is shown at once. */
export const useProfileForm = (profile: Profile) => {
  const { t } = useTranslation()
  const change = useChangeProfile()
  const provide = useProvideServices(profile._id)
  // Fields that keep something of their own begin anew with each round.
  const [round, setRound] = useState(0)
  const form = useDraftForm<Values>({ draft: `profile.${profile._id}`, saved: valuesOf(profile), check, changesOf })
  const { values, changes, initial } = form

  const send = async () => {
    const { services, ...others } = changes
    const after = Object.keys(others).length > 0 ? await change.mutateAsync(others) : profile
    const asked = services && (await provide.mutateAsync(services))
    // Another role waits for somebody else: the field shows again the one that is held.
    form.forget({ ...valuesOf(after), services: services ?? initial.services })
    const isAsked = after.requests.length > profile.requests.length || (asked?.requested.length ?? 0) > 0
    await toast({ message: t(isAsked ? 'profile.askedSent' : 'profile.updated') })
  }

  return {
    ...form,
    /** What the server said is out of date while the form itself finds something wrong. */
    problem: Object.keys(check(values, changes)).length === 0 && form.problem,
    round,
    isBusy: change.isPending || provide.isPending,
    field: (name: 'firstName' | 'lastName' | 'phone' | 'role') => ({
      value: values[name],
      error: form.errorOf(name),
      onChange: (event: { currentTarget: { value: string } }) => form.set(name, event.currentTarget.value),
      onBlur: () => form.leave(name),
    }),
    save: form.submit(send),
    discard: () => {
      form.discard()
      setRound((now) => now + 1)
    },
  }
}
