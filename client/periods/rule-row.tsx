import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { waiverRules, type RuleKey } from '#contract/periods/waiver-rules.ts'
import { cx } from '#client/ui/cx.ts'
import { FoldButton } from '#client/ui/form/fold-button.tsx'
import { useFold } from '#client/ui/form/use-fold.ts'
import { Switch } from '#client/ui/switch.tsx'
import { RuleDetails } from './rule-details.tsx'
import { ruleInWords } from './rule-words.ts'
import type { WaiverValues } from '#contract/periods/waiver-configuration.ts'

interface RuleRowProps {
  rule: RuleKey
  /** Among those that were searched for. */
  isShown: boolean
}

/** A rule of the catalogue: on or off, what it asks in a line, and all of it when it is opened. */
export const RuleRow = ({ rule, isShown }: RuleRowProps) => {
  const { label, meaning } = waiverRules[rule]
  const id = useId()
  const { control, setValue } = useFormContext<WaiverValues>()
  const value = useWatch({ control, name: rule })
  const [isWanted, setWanted] = useState(false)
  const { isOpen, isMounted, isWrong } = useFold(rule, isWanted)
  const turn = (isOn: boolean) => {
    setValue(`${rule}.is_on`, isOn, { shouldDirty: true, shouldTouch: true })
    // what it asks may not be said yet
    if (isOn) setWanted(true)
  }
  return (
    <li hidden={!isShown && !isWrong} className="rounded-card shadow-control">
      <div className="flex items-start gap-2 py-2 pr-3 pl-2">
        <FoldButton isOpen={isOpen} controls={id} onToggle={() => setWanted(!isOpen)}>
          <span className={cx('block font-medium', !value.is_on && 'text-ink-2')}>{label}</span>
          <span className="block text-label text-ink-2">
            {isOpen || !value.is_on ? meaning : ruleInWords(rule, value)}
          </span>
        </FoldButton>
        <Switch
          label={<span className="sr-only">{`${label} is in force`}</span>}
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
