import { createFileRoute } from '@tanstack/react-router'
import { eligibilityProviderLabels, eligibilityProviders } from '#contract/review/verifications/choices.ts'
import {
  getEligibilitySettings,
  replaceEligibilitySettings,
} from '#contract/review/verifications/endpoints.ts'
import {
  eligibilitySettingsLabels as labels,
  type EligibilitySettings,
} from '#contract/review/verifications/settings.ts'
import { listSchoolHistory } from '#contract/setup/schools/endpoints.ts'
import { formatMoney } from '#client/platform/lib/format.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { SettingsScreen } from './edit-frame.tsx'
import { part, type EligibilityValues } from './eligibility-settings-part.ts'

/** Renders who carries a school's eligibility checks. */
const EligibilitySettingsScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const params = { id: schoolId }
  const { send } = useSend(replaceEligibilitySettings, {
    refreshes: [getEligibilitySettings, listSchoolHistory],
    quiet: true,
  })
  return (
    <SettingsScreen
      schoolId={schoolId}
      title="Eligibility checks"
      part={part}
      loaded={useAsk(getEligibilitySettings, { params }, afresh)}
      save={async (facts, version) => (await send({ params, body: { ...facts, version } })).reply}
    >
      {(settings) => <ProviderFields settings={settings} />}
    </SettingsScreen>
  )
}

const f = fieldsOf<EligibilityValues>()

const ProviderFields = ({ settings }: { settings: EligibilitySettings }) => {
  const provider = f.useForm().watch('provider')
  const isOffered = (one: (typeof eligibilityProviders)[number]): boolean =>
    one !== 'simulator' || settings.can_simulate || settings.provider === 'simulator'
  return (
    <>
      <FormSection
        title="Checks"
        why="The clearinghouse that asks insurance companies whether a student’s other coverage is active."
      >
        <f.Select
          name="provider"
          label={labels.provider}
          hint={provider === null ? 'Until you choose one, checks can’t be sent.' : hints[provider]}
          options={eligibilityProviders
            .filter(isOffered)
            .map((value) => ({ value, label: eligibilityProviderLabels[value] }))}
          emptyLabel="No one"
        />
      </FormSection>
      {(provider === 'x12' || provider === 'json') && (
        <ClearinghouseFields isX12={provider === 'x12'} settings={settings} />
      )}
      {provider === 'simulator' && <SimulatorFields />}
    </>
  )
}

const hints = {
  simulator: 'Results are made up and marked as simulated. Only demo schools can use it.',
  x12: 'Sends a 270 and reads the 271, with a user name and a password.',
  json: 'For Stedi, Optum and others with the same format, with an API key.',
} as const

const savedSecret = 'Saved. Leave it empty to keep it. A new address needs it again.'

const ClearinghouseFields = ({ isX12, settings }: { isX12: boolean; settings: EligibilitySettings }) => (
  <>
    <FormSection title="Connection" why="The clearinghouse gives you these when you open an account.">
      <f.Text
        name="address"
        label={labels.address}
        hint="Starts with https://"
        type="url"
        autoComplete="off"
        required
      />
      {isX12 && (
        <f.Text name="user_name" label={labels.user_name} autoComplete="off" maxLength={200} width="half" />
      )}
      <f.Password
        name="secret"
        label={isX12 ? 'Password' : 'API key'}
        hint={settings.has_secret ? savedSecret : 'You can’t view it after you save it.'}
        required={!settings.has_secret}
        autoComplete="new-password"
        width={isX12 ? 'half' : 'full'}
      />
      {isX12 && (
        <>
          <f.Text
            name="sender_id"
            label={labels.sender_id}
            hint="ISA06. Leave empty for SHIPMATE."
            autoComplete="off"
            maxLength={15}
            width="half"
          />
          <f.Text
            name="receiver_id"
            label={labels.receiver_id}
            hint="ISA08. Leave empty for CLEARINGHOUSE."
            autoComplete="off"
            maxLength={15}
            width="half"
          />
        </>
      )}
    </FormSection>
    <OrganizationFields />
    <LimitFields spentCents={settings.spent_cents} />
  </>
)

const OrganizationFields = () => (
  <FormSection
    title="Organization"
    why="Insurance companies accept inquiries only from providers they recognize."
  >
    <f.Text
      name="organization"
      label={labels.organization}
      hint="The name the NPI is registered under."
      autoComplete="off"
      maxLength={60}
      required
    />
    <f.Text
      name="npi"
      label={labels.npi}
      hint="10 digits"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      required
      width="half"
    />
  </FormSection>
)

const LimitFields = ({ spentCents }: { spentCents: number }) => (
  <FormSection title="Limits" why="Above this rate, checks wait a minute. At the monthly limit, they stop.">
    <f.Money
      name="inquiry_cost"
      label={labels.inquiry_cost_cents}
      hint="A check can take several inquiries."
      required
      width="half"
    />
    <f.Number
      name="inquiries_per_minute"
      label={labels.inquiries_per_minute}
      hint="From 1 to 6,000."
      required
      width="half"
    />
    <f.Money
      name="cost_limit"
      label={labels.cost_limit_cents}
      hint="Leave empty for no limit."
      width="half"
    />
    <p className="col-span-6 text-ink-2">
      Checks this month cost {formatMoney((spentCents / 100).toFixed(2))} so far.
    </p>
  </FormSection>
)

const SimulatorFields = () => (
  <FormSection title="Simulator" why="Shows what staff see when insurance companies are slow or down.">
    <f.Number
      name="simulator_latency_ms"
      label={labels.simulator_latency_ms}
      hint="From 0 to 10,000."
      required
      width="half"
    />
    <f.Checkbox name="simulator_is_out" label={labels.simulator_is_out} hint="Every check fails." />
  </FormSection>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/eligibility')({
  component: EligibilitySettingsScreen,
})
