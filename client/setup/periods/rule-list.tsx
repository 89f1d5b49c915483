import { createContext, use, useId, useState, type ReactNode } from 'react'
import { useWatch, useFormContext } from 'react-hook-form'
import { ruleKeys, waiverRules, type RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { FoldButton, useFold } from '#client/platform/ui/form/fold.tsx'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { OutdatedNote } from '#client/setup/period-documents/english-changed.tsx'
import { appliesToText, ruleText } from './rule-text.ts'
import {
  evidenceLabels,
  severities,
  severityLabels,
  languageLabels,
  languages,
} from '#contract/setup/period-documents/waiver-choices.ts'
import {
  sourceOfCoverageLabels,
  sourcesOfCoverage,
} from '#contract/platform/record/student-period-choices.ts'
import { readYear } from './audience-text.ts'
import { RuleParameters } from './rule-parameters.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'

const onlyEnglish = ['en'] as const

const limits = ['all', 'on', 'off'] as const
type Limit = (typeof limits)[number]
const limitLabels: Record<Limit, string> = { all: 'All', on: 'On', off: 'Off' }

/** Renders the waiver rules of a policy year: search, filter, and details of each rule. */
export const RuleList = ({ periodId }: { periodId: number }) => {
  const { data: website } = useAsk(websiteConfiguration.get, { params: { id: periodId } })
  const { search, setSearch, narrowing, setNarrowing, counts, shown, clear } = useLimits()
  return (
    <div className="col-span-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Tabs
          label="Rules"
          tabs={limits.map((value) => ({
            value,
            label: limitLabels[value],
            count: formatNumber(counts[value]),
          }))}
          value={narrowing}
          onChange={setNarrowing}
        />
        <SearchInput
          value={search}
          onChange={setSearch}
          placeholder="Find a rule"
          className="w-full sm:ml-auto sm:w-56"
        />
      </div>
      {shown.length === 0 && (
        <p className="flex flex-wrap items-center gap-2 text-ink-2">
          No matching rules. <Button onClick={clear}>Show all rules</Button>
        </p>
      )}
      <SiteLanguages value={website?.languages ?? onlyEnglish}>
        <ol aria-label="Waiver rules" className="flex flex-col gap-2">
          {ruleKeys.map((rule) => (
            // rules hidden by the filter stay in the form, with their errors
            <RuleRow key={rule} rule={rule} isShown={shown.includes(rule)} />
          ))}
        </ol>
      </SiteLanguages>
    </div>
  )
}

const useLimits = () => {
  const [search, setSearch] = useState('')
  const [narrowing, setNarrowing] = useState<Limit>('all')
  const rules = useWatch<WaiverValues, typeof ruleKeys>({ name: ruleKeys })
  const isOn = (index: number) => rules[index]?.is_on === true
  const on = ruleKeys.filter((_key, index) => isOn(index)).length
  const counts = { all: ruleKeys.length, on, off: ruleKeys.length - on }
  const words = search.trim().toLowerCase()
  const isShown = (index: number): boolean => {
    const { label, meaning } = waiverRules[ruleKeys[index] ?? 'accepted_sources']
    const isNarrowed = narrowing === 'all' || isOn(index) === (narrowing === 'on')
    return isNarrowed && `${label} ${meaning}`.toLowerCase().includes(words)
  }
  const shown = ruleKeys.filter((_key, index) => isShown(index))
  const clear = () => {
    setSearch('')
    setNarrowing('all')
  }
  return { search, setSearch, narrowing, setNarrowing, counts, shown, clear }
}

interface RuleRowProps {
  rule: RuleKey
  /** Whether it matches the search. */
  isShown: boolean
}

/** Renders a rule: on or off, a summary line, and its settings when opened. */
const RuleRow = ({ rule, isShown }: RuleRowProps) => {
  const { label, meaning } = waiverRules[rule]
  const id = useId()
  const { control, setValue } = useFormContext<WaiverValues>()
  const value = useWatch({ control, name: rule })
  const [isWanted, setWanted] = useState(false)
  const { isOpen, isMounted, isWrong } = useFold(rule, isWanted)
  const turn = (isOn: boolean) => {
    setValue(`${rule}.is_on`, isOn, { shouldDirty: true, shouldTouch: true })
    // its settings may be incomplete
    if (isOn) setWanted(true)
  }
  return (
    <li hidden={!isShown && !isWrong} className="rounded-card shadow-control">
      <div className="flex items-start gap-2 py-2 pr-3 pl-2">
        <FoldButton isOpen={isOpen} controls={id} onToggle={() => setWanted(!isOpen)}>
          <span className={cx('block font-medium', !value.is_on && 'text-ink-2')}>{label}</span>
          <span className="block text-label text-ink-2">
            {isOpen || !value.is_on ? meaning : ruleText(rule, value)}
          </span>
        </FoldButton>
        <Switch
          label={<span className="sr-only">{`${label} is on`}</span>}
          checked={value.is_on}
          onChange={turn}
        />
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line p-3">
        {isMounted && <RuleDetails rule={rule} />}
      </div>
    </li>
  )
}

const f = fieldsOf<WaiverValues>()

interface PartProps {
  rule: RuleKey
}

/** Renders a rule's settings. */
const RuleDetails = ({ rule }: PartProps) => (
  <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
    <div className="col-span-6 grid grid-cols-6 items-start gap-x-3 gap-y-4 empty:hidden">
      <RuleParameters rule={rule} />
    </div>
    <f.Radio
      name={`${rule}.severity`}
      label="If the rule isn’t met"
      options={severities.map((value) => ({ value, label: severityLabels[value] }))}
      width="half"
    />
    <f.Radio
      name={`${rule}.evidence`}
      label="Checked by"
      options={waiverRules[rule].evidence.map((value) => ({ value, label: evidenceLabels[value] }))}
      width="half"
    />
    <AppliesTo rule={rule} />
    <RuleMessage rule={rule} />
  </div>
)

interface MoreProps {
  /** The part of the form that has its fields. */
  name: `${RuleKey}.${'applies_to' | 'message'}`
  title: string
  /** What it says now. */
  summary: string
  children: ReactNode
}

/** Renders settings that few rules have: a line until it’s opened, or if it has an error. */
const More = ({ name, title, summary, children }: MoreProps) => {
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const { isOpen, isMounted } = useFold(name, isWanted)
  return (
    <div className="col-span-6 flex flex-col gap-3">
      <FoldButton isOpen={isOpen} controls={id} onToggle={() => setWanted(!isOpen)}>
        <span className="font-medium">{title}:</span>{' '}
        <span className="break-words text-ink-2">{summary}</span>
      </FoldButton>
      <div id={id} hidden={!isOpen}>
        {isMounted && children}
      </div>
    </div>
  )
}

const AppliesTo = ({ rule }: PartProps) => {
  const who = useWatch({ control: f.useForm().control, name: `${rule}.applies_to` })
  return (
    <More name={`${rule}.applies_to`} title="Applies to" summary={appliesToText(who) || 'everyone'}>
      <Audience rule={rule} />
    </More>
  )
}

const Audience = ({ rule }: PartProps) => (
  <fieldset className="grid grid-cols-6 gap-x-3 gap-y-3 rounded-card bg-sunken p-3">
    <legend className="sr-only">Applies to</legend>
    <p className="col-span-6 text-label text-ink-2">Leave a field empty to include everyone.</p>
    <f.Words name={`${rule}.applies_to.programs`} label="Programs" width="half" />
    <f.Words name={`${rule}.applies_to.campuses`} label="Campuses" width="half" />
    <f.Words name={`${rule}.applies_to.class_years`} label="Class years" keepAs={readYear} width="half" />
    {rule !== 'accepted_sources' && (
      <f.Checks
        name={`${rule}.applies_to.sources`}
        label="Sources of coverage"
        options={sourcesOfCoverage}
        labels={sourceOfCoverageLabels}
      />
    )}
  </fieldset>
)

type Language = (typeof languages)[number]

/** The languages of the policy year’s site; more only if a message has them. */
const SiteLanguages = createContext<readonly Language[]>(onlyEnglish)

/** Renders the message to the student if the rule isn't met. */
const RuleMessage = ({ rule }: PartProps) => {
  const message = useWatch({ control: f.useForm().control, name: `${rule}.message` })
  const written = (message.en ?? '').trim()
  return (
    <More name={`${rule}.message`} title="Message to the student" summary={written || 'standard text'}>
      <MessageFields rule={rule} message={message} />
    </More>
  )
}

const MessageFields = ({ rule, message }: PartProps & { message: WaiverValues[RuleKey]['message'] }) => {
  const [language, setLanguage] = useState<Language>('en')
  const offered = use(SiteLanguages)
  const isWritten = (one: Language) => (message[one] ?? '').trim() !== ''
  const shown = languages.filter((one) => one === 'en' || offered.includes(one) || isWritten(one))
  return (
    <div>
      {shown.length > 1 && (
        <Tabs
          label="Message language"
          tabs={shown.map((one) => ({
            value: one,
            label: languageLabels[one],
            ...(isWritten(one) ? { count: <HasText /> } : {}),
          }))}
          value={language}
          onChange={setLanguage}
          className="mb-2"
        />
      )}
      <f.Textarea
        key={language}
        name={`${rule}.message.${language}`}
        label={shown.length > 1 ? `Message (${languageLabels[language]})` : 'Message'}
        hint={
          language === 'en'
            ? 'Say what’s missing and what to do about it.'
            : 'Leave empty to use the English message.'
        }
      />
      {language === 'es' && (
        <OutdatedNote
          spanish={`${rule}.message.es`}
          english={`${rule}.message.en`}
          original={`${rule}.message.of.es`}
          label="Message (Spanish)"
        />
      )}
    </div>
  )
}

const HasText = () => (
  <>
    <span aria-hidden className="inline-block size-1.5 rounded-full bg-accent" />
    <span className="sr-only">has text</span>
  </>
)
