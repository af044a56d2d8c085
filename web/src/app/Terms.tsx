import type { Profile, Settings } from '#contract'
import { TermsPage } from '../setting/TermsPage.tsx'
import { useAgreeToTerms, useLogOut } from '../user/data.ts'
import { Signed } from './Signed.tsx'
import { serviceTitle } from './service-title.ts'

export const Terms = () => <Signed>{({ profile, settings }) => <Shown profile={profile} settings={settings} />}</Signed>

const Shown = ({ profile, settings }: { profile: Profile; settings: Settings }) => {
  const agree = useAgreeToTerms()
  const logOut = useLogOut()
  return (
    <TermsPage
      settings={settings}
      serviceTitle={serviceTitle(profile.service)}
      isBusy={agree.isPending || logOut.isPending}
      problem={agree.error}
      onAgree={() => agree.mutate()}
      onDecline={() => logOut.mutate()}
    />
  )
}
