import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import {
  getSchoolSiteSettings,
  listSchoolHistory,
  replaceSchoolSiteSettings,
} from '#contract/setup/schools/endpoints.ts'
import {
  savedSiteSettings,
  siteSettings,
  siteSettingsChange,
  siteSettingsLabels as labels,
  type SavedSiteSettings,
  type SiteSettings,
} from '#contract/setup/schools/site-settings.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { afresh, useAsk, useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { SettingsScreen } from './edit-frame.tsx'
import type { SchoolPart } from './use-school-edit.ts'

const reads = [getSchoolSiteSettings, listSchoolHistory] as const

/** Renders at which host name a school's student site is, and which websites can embed it. */
const SiteSettingsScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const params = { id: schoolId }
  const offerUndo = useUndo(reads)
  const { send } = useSend(replaceSchoolSiteSettings, { refreshes: reads, quiet: true })
  return (
    <SettingsScreen
      schoolId={schoolId}
      title="Student site"
      saveLabel="Save and apply to the site"
      part={part}
      loaded={useAsk(getSchoolSiteSettings, { params }, afresh)}
      save={async (facts, version) => {
        const { reply, changeId } = await send({ params, body: { ...facts, version } })
        if (changeId !== null) offerUndo({ changeId, title: 'Student site settings saved' })
        return reply
      }}
    >
      {() => (
        <>
          <FormSection title="Address" why="The university’s address for the site.">
            <f.Text
              name="host"
              label={labels.host}
              hint="For example insurance.example.edu. The university points the name to this server first. If you leave it empty, the site has only its usual address."
              maxLength={253}
              autoComplete="off"
            />
          </FormSection>
          <FormSection title="Embedding" why="University pages that show the site inside them.">
            <f.Words
              name="embedded_on"
              label={labels.embedded_on}
              hint="For example https://www.example.edu. Up to 10. If you leave it empty, no website can embed it."
            />
          </FormSection>
        </>
      )}
    </SettingsScreen>
  )
}

/** The form's values: '' for empty text. */
interface Values {
  host: string
  embedded_on: string[]
}

const f = fieldsOf<Values>()

const fields: MergeFields<SiteSettings> = {
  host: { label: labels.host, words: ({ host }) => host ?? 'None' },
  embedded_on: { label: labels.embedded_on, words: ({ embedded_on: all }) => all.join(', ') || 'None' },
}

/** The editable part with a school's site settings. */
const part: SchoolPart<Values, SiteSettings, SavedSiteSettings> = {
  key: 'school-site',
  reply: savedSiteSettings,
  what: 'the student site settings of this school',
  schema: siteSettingsChange,
  fields,
  valuesOf: ({ host, embedded_on }) => ({ host: host ?? '', embedded_on }),
  factsOf: ({ version: _version, ...settings }) => z.parse(siteSettings, settings),
  factsIn: (value) => {
    const { version: _version, ...settings } = z.parse(siteSettingsChange, value)
    return settings
  },
  versionOf: ({ version }) => version,
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/student-site')({
  component: SiteSettingsScreen,
})
