import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { TemplateContent } from '#contract/mail/email-templates/shapes.ts'
import { languageLabels, languages, siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Menu, MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { Tabs } from '#client/platform/ui/text/tabs.tsx'
import { isEmptyText, outdatedIn, textIn, type Language, type TemplateValues } from './template-values.ts'

const f = fieldsOf<TemplateValues>()

interface LanguageTabsProps {
  /** The languages that need a text. */
  needed: readonly Language[]
  saved: Pick<TemplateContent, 'translations'>
  language: Language
  onChange: (language: Language) => void
}

/** Renders the languages of a template: English, those that need or have a text, and a menu to add others. */
export const LanguageTabs = ({ needed, saved, language, onChange }: LanguageTabsProps) => {
  const form = f.useForm()
  useWatch({ control: form.control })
  const [added, setAdded] = useState<readonly Language[]>([])
  const values = form.getValues()
  const isEmpty = (one: Language) => isEmptyText(textIn(values, one))
  const outdated: readonly Language[] = outdatedIn(values, saved)
  const markOf = (one: Language): { count?: string } => {
    if (isEmpty(one)) return { count: needed.includes(one) ? 'missing' : 'no text' }
    return outdated.includes(one) ? { count: 'outdated' } : {}
  }
  const shown = languages.filter(
    (one) => one === 'en' || one === language || needed.includes(one) || added.includes(one) || !isEmpty(one),
  )
  const others = siteLanguages.filter((one) => !shown.includes(one))
  const add = (one: Language) => {
    setAdded([...added, one])
    onChange(one)
  }
  return (
    <div className="flex min-w-0 items-center gap-1">
      <Tabs
        label="Languages"
        tabs={shown.map((one) => ({
          value: one,
          label: languageLabels[one],
          ...markOf(one),
        }))}
        value={language}
        onChange={onChange}
      />
      {others.length > 0 && (
        <Menu
          trigger={
            <Button size="sm" variant="ghost" icon={Plus}>
              Add language
            </Button>
          }
        >
          {others.map((one) => (
            <MenuItem key={one} onSelect={() => add(one)}>
              {languageLabels[one]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
