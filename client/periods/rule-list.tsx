import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ruleKeys, waiverRules } from '#contract/periods/waiver-rules.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { RuleRow } from './rule-row.tsx'
import type { WaiverValues } from '#contract/periods/waiver-configuration.ts'

const narrowings = ['all', 'on', 'off'] as const
type Narrowing = (typeof narrowings)[number]
const narrowingLabels: Record<Narrowing, string> = { all: 'All', on: 'On', off: 'Off' }

/** The rule catalogue as this policy year sets it: searched, narrowed to what is on, opened rule by rule. */
export const RuleList = () => {
  const { search, setSearch, narrowing, setNarrowing, counts, shown, clear } = useNarrowed()
  return (
    <div className="col-span-6 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Tabs
          label="Rules"
          tabs={narrowings.map((value) => ({
            value,
            label: narrowingLabels[value],
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
          No rule is like that. <Button onClick={clear}>Show all rules</Button>
        </p>
      )}
      <ol aria-label="Rules of the catalogue" className="flex flex-col gap-2">
        {ruleKeys.map((rule) => (
          // what is narrowed away stays a part of the form, with whatever is wrong in it
          <RuleRow key={rule} rule={rule} isShown={shown.includes(rule)} />
        ))}
      </ol>
    </div>
  )
}

const useNarrowed = () => {
  const [search, setSearch] = useState('')
  const [narrowing, setNarrowing] = useState<Narrowing>('all')
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
