import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, fieldProblems, type Profile, ProfileChange } from '#contract'
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { useChangeProfile, useProvideServices } from '../data.ts'
import { changesOf, type Values, valuesOf } from './values.ts'

/** Checks the changed fields, except services, which are sent in a separate request. */
const check = (_values: Values, { services: _services, ...changes }: Partial<Values>): FieldProblems => {
  const { error } = ProfileChange.safeParse(changes)
  return error ? fieldProblems(error) : {}
}

/** The form of the member's own profile. Shows changes by others, such as an approved role, at once. */
export const useProfileForm = (profile: Profile) => {
  const { t } = useTranslation()
  const change = useChangeProfile()
  const provide = useProvideServices(profile._id)
  // React key that remounts fields with local state after each save.
  const [round, setRound] = useState(0)
  const form = useDraftForm<Values>({ draft: `profile.${profile._id}`, saved: valuesOf(profile), check, changesOf })
  const { values, changes, initial } = form

  const send = async () => {
    const { services, ...others } = changes
    const after = Object.keys(others).length > 0 ? await change.mutateAsync(others) : profile
    const provided = services && (await provide.mutateAsync(services))
    // A new role needs approval, so the field returns to the current role until then.
    form.forget({ ...valuesOf(after), services: services ?? initial.services })
    const isRequested = after.requests.length > profile.requests.length || (provided?.requested.length ?? 0) > 0
    await toast({ message: t(isRequested ? 'profile.askedSent' : 'profile.updated') })
  }

  return {
    ...form,
    /** The server's last problem, hidden while the form itself has errors. */
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
