import type { Profile, Settings } from '#contract'
import { titleOf } from '../i18n/titles.ts'
import { TermsPage } from '../setting/TermsPage.tsx'
import { useAgreeToTerms, useLogOut } from '../user/data.ts'
import { Signed } from './Signed.tsx'

export const Terms = () => <Signed>{({ profile, settings }) => <Shown profile={profile} settings={settings} />}</Signed>

const Shown = ({ profile, settings }: { profile: Profile; settings: Settings }) => {
  const agree = useAgreeToTerms()
  const logOut = useLogOut()
  return (
    <TermsPage
      settings={settings}
      serviceTitle={titleOf(profile.service)}
      isBusy={agree.isPending || logOut.isPending}
      problem={agree.error}
      onAgree={() => agree.mutate()}
      onDecline={() => logOut.mutate()}
    />
  )
}
