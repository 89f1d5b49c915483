import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import {
  checkSignOnProvider,
  getSignInSettings,
  replaceSignInSettings,
} from '#contract/accounts/single-sign-on/endpoints.ts'
import {
  signInSettingsLabels as labels,
  type ProviderCheck,
  type SignInSettings,
} from '#contract/accounts/single-sign-on/settings.ts'
import { getSchool, listSchoolHistory } from '#contract/setup/schools/endpoints.ts'
import { CopyField } from '#client/platform/ui/controls/copy-field.tsx'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SettingsScreen } from './edit-frame.tsx'
import { formatCount } from '#client/platform/lib/format.ts'
import { part, type SignInValues } from './sign-in-part.ts'
import { SignOnTies } from './sign-on-ties.tsx'

/** Renders how a school's staff sign in: what it requires, and its own identity provider. */
const SignInScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const params = { id: schoolId }
  const { send } = useSend(replaceSignInSettings, {
    refreshes: [getSignInSettings, listSchoolHistory],
    quiet: true,
  })
  return (
    <SettingsScreen
      schoolId={schoolId}
      title="Sign-in"
      part={part}
      loaded={useAsk(getSignInSettings, { params }, afresh)}
      save={async (facts, version) => (await send({ params, body: { ...facts, version } })).reply}
      after={<SignOnTies schoolId={schoolId} />}
    >
      {(settings) => (
        <>
          <FactorFields settings={settings} />
          <ProviderFields schoolId={schoolId} settings={settings} />
        </>
      )}
    </SettingsScreen>
  )
}

const f = fieldsOf<SignInValues>()

const FactorFields = ({ settings }: { settings: SignInSettings }) => {
  const isRequired = f.useForm().watch('requires_two_factor')
  return (
    <FormSection title="Two-factor authentication" why="An authenticator app or a passkey.">
      <f.Checkbox
        name="requires_two_factor"
        label={labels.requires_two_factor}
        hint="For the school admins of this school. Shipmate Admins always need it."
      />
      {isRequired && <p className="col-span-6 text-ink-2">{concernedText(settings)}</p>}
    </FormSection>
  )
}

/** Returns whom the requirement concerns. */
const concernedText = ({ people, people_without_factor: without }: SignInSettings): string => {
  if (people === 0) return 'This school has no school admins yet.'
  if (without === 0) return `All school admins have it already: ${people} of ${people}.`
  return `${without} of ${formatCount(people, 'school admin')} ${without === 1 ? 'doesn’t' : 'don’t'} have it yet. They must set it up at their next sign-in.`
}

interface ProviderFieldsProps {
  schoolId: number
  settings: SignInSettings
}

const ProviderFields = ({ schoolId, settings }: ProviderFieldsProps) => (
  <FormSection
    title="School accounts"
    why="Staff sign in at the school’s own identity provider, with OpenID Connect. Only invited School Admins can sign in this way."
  >
    <f.Checkbox name="sign_on_is_on" label={labels.sign_on_is_on} />
    <f.Text
      name="issuer"
      label={labels.issuer}
      hint="The provider’s address, such as https://login.university.edu"
      type="url"
      autoComplete="off"
    />
    <f.Text name="client_id" label={labels.client_id} autoComplete="off" maxLength={200} width="half" />
    <f.Password
      name="secret"
      label={labels.secret}
      hint={
        settings.has_secret
          ? 'Saved. Leave it empty to keep it. A new issuer needs it again.'
          : 'You can’t view it after you save it.'
      }
      autoComplete="new-password"
      width="half"
    />
    <div className="col-span-6 flex flex-col items-start gap-4">
      <ConnectionCheck schoolId={schoolId} />
      <CopyField
        isOneOfSeveral
        label="Redirect URI"
        text={settings.redirect_uri}
        hint="Enter this in your identity provider’s settings."
      />
      <StaffLink schoolId={schoolId} redirectUri={settings.redirect_uri} />
    </div>
  </FormSection>
)

/** The link that opens this school’s sign-in directly. */
const StaffLink = ({ schoolId, redirectUri }: { schoolId: number; redirectUri: string }) => {
  const { data: school } = useAsk(getSchool, { params: { id: schoolId } })
  if (!school) return null
  const link = new URL('/login', redirectUri)
  link.searchParams.set('school', school.slug)
  return (
    <CopyField
      isOneOfSeveral
      label="Sign-in link for staff"
      text={link.href}
      hint="Opens this school’s sign-in. Add it to your staff portal."
    />
  )
}

const ConnectionCheck = ({ schoolId }: { schoolId: number }) => {
  const issuer = f.useForm().watch('issuer')
  const { send, isSending } = useSend(checkSignOnProvider)
  const [result, setResult] = useState<ProviderCheck | null>(null)
  const check = async (): Promise<void> => {
    setResult(null)
    const { reply } = await send({ params: { id: schoolId }, body: { issuer: issuer.trim() } })
    setResult(reply)
  }
  return (
    <>
      <Button busy={isSending} disabled={issuer.trim() === ''} onClick={() => void check()}>
        Check connection
      </Button>
      {result && (
        <Banner tone={result.is_ok ? 'success' : 'danger'} className="w-full">
          {result.message}
        </Banner>
      )}
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/sign-in')({
  component: SignInScreen,
})
