import { createFileRoute, Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import {
  emailSettings,
  emailSettingsChange,
  emailSettingsLabels as labels,
  savedEmailSettings,
  type EmailSettings,
  type SavedEmailSettings,
} from '#contract/setup/schools/email-settings.ts'
import { emailKindLabel } from '#contract/setup/schools/email-kinds.ts'
import { isEmailLogo } from '#contract/setup/schools/file-shapes.ts'
import {
  getSchool,
  getSchoolEmailSettings,
  listSchoolHistory,
  replaceSchoolEmailSettings,
} from '#contract/setup/schools/endpoints.ts'
import { notInEmails } from './school-file-text.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { SettingsScreen } from './edit-frame.tsx'
import type { SchoolPart } from './use-school-edit.ts'

/** Renders how a school's emails are sent. */
const EmailSettingsScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const params = { id: schoolId }
  const { send } = useSend(replaceSchoolEmailSettings, {
    refreshes: [getSchoolEmailSettings, listSchoolHistory],
    quiet: true,
  })
  return (
    <SettingsScreen
      schoolId={schoolId}
      title="Emails"
      part={part}
      loaded={useAsk(getSchoolEmailSettings, { params }, afresh)}
      save={async (facts, version) => (await send({ params, body: { ...facts, version } })).reply}
    >
      {() => (
        <>
          <SettingsFields schoolId={schoolId} />
          <LogoHint schoolId={schoolId} />
        </>
      )}
    </SettingsScreen>
  )
}

/** The form's values: '' for empty text. */
interface Values {
  sender_name: string
  reply_to: string
  delay_minutes: number | null
  kinds_off: EmailSettings['kinds_off']
}

const f = fieldsOf<Values>()

/** Renders what to do if emails don’t show the school’s logo. */
const LogoHint = ({ schoolId }: { schoolId: number }) => {
  const { data: school } = useAsk(getSchool, { params: { id: schoolId } })
  if (!school || (school.logo_url !== null && isEmailLogo(school.logo_url))) return null
  return (
    <FormSection title="Logo" why="At the top of every email to students.">
      <p className="col-span-6">
        {school.logo_url === null ? noLogo : notInEmails}{' '}
        <Link
          to="/schools/$id/settings"
          params={{ id: String(schoolId) }}
          className="rounded-pill text-accent-text underline"
        >
          Upload a logo
        </Link>
      </p>
    </FormSection>
  )
}

const noLogo = 'Emails show the school’s name until you upload a logo as PNG or JPEG.'

const SettingsFields = ({ schoolId }: { schoolId: number }) => (
  <>
    <FormSection title="Sender" why="The name and address students see in their inbox.">
      <f.Text
        name="sender_name"
        label={labels.sender_name}
        hint="Leave it empty to use the school’s name."
        maxLength={100}
        autoComplete="off"
      />
      <f.Text
        name="reply_to"
        label={labels.reply_to}
        hint="Replies from students go here."
        type="email"
        autoComplete="off"
      />
    </FormSection>
    <FormSection title="Sending" why="When staff make a change that emails a student.">
      <f.Number
        name="delay_minutes"
        label={labels.delay_minutes}
        hint="From 0 to 60. Until then, Undo cancels the email."
        required
        width="half"
      />
      <p className="col-span-6 text-ink-2">
        To turn an email on or off, open it in{' '}
        <Link
          to="/schools/$id/settings/school-email-templates"
          params={{ id: String(schoolId) }}
          className="rounded-pill text-accent-text underline"
        >
          Email templates
        </Link>
        .
      </p>
    </FormSection>
  </>
)

const none = (text: string | null): string => text ?? 'None'

const fields: MergeFields<EmailSettings> = {
  sender_name: { label: labels.sender_name, words: ({ sender_name: name }) => none(name) },
  reply_to: { label: labels.reply_to, words: ({ reply_to: address }) => none(address) },
  delay_minutes: { label: labels.delay_minutes, words: ({ delay_minutes: minutes }) => String(minutes) },
  kinds_off: {
    label: labels.kinds_off,
    words: ({ kinds_off: kinds }) => kinds.map(emailKindLabel).join(', ') || 'None',
  },
}

const settingsIn = (value: unknown): EmailSettings => {
  const { version: _version, ...settings } = z.parse(emailSettingsChange, value)
  return settings
}

/** The editable part with a school's email settings. */
const part: SchoolPart<Values, EmailSettings, SavedEmailSettings> = {
  key: 'school-emails',
  reply: savedEmailSettings,
  what: 'the email settings of this school',
  savedTitle: 'Email settings saved',
  schema: emailSettingsChange,
  fields,
  valuesOf: (saved) => ({
    sender_name: saved.sender_name ?? '',
    reply_to: saved.reply_to ?? '',
    delay_minutes: saved.delay_minutes,
    kinds_off: saved.kinds_off,
  }),
  factsOf: ({ version: _version, ...settings }) => z.parse(emailSettings, settings),
  factsIn: settingsIn,
  versionOf: ({ version }) => version,
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/emails')({
  component: EmailSettingsScreen,
})
