import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { languageLabels, languages } from '#contract/periods/waiver-choices.ts'
import type { RuleKey } from '#contract/periods/waiver-rules.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import type { WaiverValues } from '#contract/periods/waiver-configuration.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'

const f = fieldsOf<WaiverValues>()

interface RuleMessageProps {
  rule: RuleKey
}

/** What a student is told when the rule does not hold, language by language. */
export const RuleMessage = ({ rule }: RuleMessageProps) => {
  const [language, setLanguage] = useState<(typeof languages)[number]>('en')
  const message = useWatch({ control: f.useForm().control, name: `${rule}.message` })
  const isWritten = (one: (typeof languages)[number]) => (message[one] ?? '').trim() !== ''
  return (
    <div className="col-span-6">
      <Tabs
        label="Language of the message"
        tabs={languages.map((one) => ({
          value: one,
          label: languageLabels[one],
          ...(isWritten(one) ? { count: <Written /> } : {}),
        }))}
        value={language}
        onChange={setLanguage}
        className="mb-2"
      />
      <f.Textarea
        key={language}
        name={`${rule}.message.${language}`}
        label={`Message to the student, ${languageLabels[language]}`}
        hint={
          language === 'en'
            ? 'What is missing, and what to do about it.'
            : 'Leave it empty where the English one will do.'
        }
      />
    </div>
  )
}

const Written = () => (
  <>
    <span aria-hidden className="inline-block size-1.5 rounded-full bg-accent" />
    <span className="sr-only">written</span>
  </>
)
