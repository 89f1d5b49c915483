import { createFileRoute } from '@tanstack/react-router'
import { getWaiverConfiguration, replaceWaiverConfiguration } from '#contract/periods/endpoints.ts'
import { waiverConfiguration } from '#contract/periods/waiver-configuration.ts'
import { ruleKeys } from '#contract/periods/waiver-rules.ts'
import { valueInWords } from '#client/common/set-up/document-words.ts'
import {
  DocumentPage,
  DocumentStates,
  showsDocuments,
  type SetUpPlace,
} from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import { PolicySections } from './policy-sections.tsx'
import { PublicationsButton } from './publications-button.tsx'
import { RuleList } from './rule-list.tsx'
import { ruleInWords } from './rule-words.ts'
import { waiverLabels, waiverWords } from './waiver-words.ts'

/** What a waiver must show, rule by rule, and how the office deals with it: kept as a draft until it is published. */
const WaiverOptionsScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(getWaiverConfiguration, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates place={place} title={waiverConfiguration.label} read={read}>
      {(record) => <WaiverOptions key={place.period} place={place} record={record} />}
    </DocumentStates>
  )
}

interface WaiverOptionsProps {
  place: SetUpPlace
  record: Versioned<(typeof waiverConfiguration)['content']['shape']>
}

const WaiverOptions = ({ place, record }: WaiverOptionsProps) => {
  const { send } = useSend(replaceWaiverConfiguration, { refreshes: showsDocuments, quiet: true })
  const edit = useDocumentEdit({
    document: waiverConfiguration,
    periodId: place.period,
    schema: replaceWaiverConfiguration.body,
    record,
    labels: waiverLabels,
    words: partInWords,
    save: async (body) => (await send({ params: { id: place.period }, body })).reply,
  })
  return (
    <DocumentPage
      place={place}
      document={waiverConfiguration}
      edit={edit}
      words={waiverWords}
      actions={<PublicationsButton periodId={place.period} kind={waiverConfiguration.kind} />}
    >
      <FormSection
        title="Rules"
        why="What other coverage must show for a waiver. Students are judged by what is published."
      >
        <RuleList />
      </FormSection>
      <PolicySections />
    </DocumentPage>
  )
}

/** A part in words, for the choice between two people's changes: a rule by what it asks, the rest as it is. */
const partInWords = (name: string, value: unknown): string => {
  const rule = ruleKeys.find((key) => key === name)
  const read = rule === undefined ? null : waiverConfiguration.content.shape[rule].safeParse(value)
  if (rule === undefined || !read?.success) return valueInWords(value)
  return `${read.data.is_on ? 'On' : 'Off'} · ${ruleInWords(rule, read.data)}`
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/waiver-options')({
  component: WaiverOptionsScreen,
})
