import { createFileRoute } from '@tanstack/react-router'
import { waiverConfiguration } from '#contract/periods/waiver-configuration.ts'
import { ruleKeys } from '#contract/periods/waiver-rules.ts'
import { DocumentScreen } from '#client/common/set-up/document-page.tsx'
import { valueInWords } from '#client/common/set-up/document-words.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import { PolicySections } from './policy-sections.tsx'
import { PublicationsButton } from './publications-button.tsx'
import { RuleList } from './rule-list.tsx'
import { ruleInWords } from './rule-words.ts'

/** What a waiver must show, rule by rule, and how the office deals with it: kept as a draft until it is published. */
const WaiverOptionsScreen = () => (
  <DocumentScreen
    document={waiverConfiguration}
    valueWords={partInWords}
    renderActions={({ place }) => (
      <PublicationsButton periodId={place.period} kind={waiverConfiguration.kind} />
    )}
  >
    <FormSection
      title="Rules"
      why="What other coverage must show for a waiver. Students are judged by what is published."
    >
      <RuleList />
    </FormSection>
    <PolicySections />
  </DocumentScreen>
)

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
