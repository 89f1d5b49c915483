import '#client/setup/site/site.css'
import * as z from 'zod/mini'
import { createFileRoute } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import {
  colorPairLabels,
  colorPairs,
  schoolColors,
  schoolColorsChange,
  themeLabels,
  themes,
  type ColorPair,
  type Palette,
  type SchoolColors,
  type Theme,
} from '#contract/setup/schools/colors.ts'
import { contrastWarnings } from '#contract/setup/schools/contrast.ts'
import { replaceSchoolColors } from '#contract/setup/schools/endpoints.ts'
import { school as schoolShape, type School } from '#contract/setup/schools/shapes.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { asText, useFormField, type FormFieldProps } from '#client/platform/ui/form/use-form-field.ts'
import type { FieldOf } from '#client/platform/ui/form/fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { contrastText, isColor, warningText } from './color-text.ts'
import { EditFrame, LoadedSchool } from './edit-frame.tsx'
import { schoolReads, useSchoolEdit, type SchoolPart } from './use-school-edit.ts'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { colorNames } from './school-text.ts'
import { SiteFrame } from '#client/setup/site/frame.tsx'
import { SiteTextContext } from '#client/setup/site/text.tsx'
import { renderTypedText } from '#client/setup/site/typed-text.tsx'
import { HomeSite } from '#client/setup/site/home.tsx'

/** Renders the colors of a school's student website. */
const ColorsScreen = () => {
  const schoolId = Number(Route.useParams().id)
  return (
    <LoadedSchool schoolId={schoolId} title="Colors">
      {(school) => <Colors key={school.id} school={school} />}
    </LoadedSchool>
  )
}

const Colors = ({ school }: { school: School }) => {
  const { send } = useSend(replaceSchoolColors, { refreshes: schoolReads, quiet: true })
  const edit = useSchoolEdit({
    schoolId: school.id,
    part: colorsPart,
    record: school,
    save: async (facts, version) =>
      (await send({ params: { id: school.id }, body: { ...nested(facts), version } })).reply,
  })
  const { form } = edit
  // watched by name: watching the whole form misses the latest input
  const [light, dark] = useWatch({ control: form.methods.control, name: ['light', 'dark'] })
  const colors = { light, dark }
  return (
    <EditFrame
      schoolId={school.id}
      title="Colors"
      edit={edit}
      width="lg"
      before={
        <div className="flex flex-col gap-4 pb-6">
          <ColorsPreview school={school} colors={colors} />
          <Warnings colors={colors} />
        </div>
      }
    >
      {themes.map((theme) => (
        <FormSection key={theme} title={themeLabels[theme]} why={reasons[theme]}>
          {colorPairs.map((pair) => (
            <Pair key={pair} {...{ form, theme, pair }} palette={colors[theme]} />
          ))}
        </FormSection>
      ))}
    </EditFrame>
  )
}

const reasons: Record<Theme, string> = {
  light: 'Light mode and print.',
  dark: 'For students whose device uses dark mode.',
}

const Warnings = ({ colors }: { colors: SchoolColors }) => {
  const warnings = contrastWarnings(colors)
  if (warnings.length === 0) return null
  return (
    <Banner tone="warning" title="Some text may be hard to read">
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.theme}.${warning.pair}`}>{warningText(warning)}</li>
        ))}
      </ul>
    </Banner>
  )
}

interface PairProps {
  theme: Theme
  pair: ColorPair
  palette: SchoolColors[Theme]
}

const Pair = ({ theme, pair, palette }: PairProps) => (
  <fieldset className="col-span-6 grid grid-cols-6 items-start gap-x-3 gap-y-1">
    <legend className="sr-only">{`${themeLabels[theme]}: ${colorPairLabels[pair]}`}</legend>
    <div className="col-span-3 lg:col-span-2">
      <Color name={`${theme}.${pair}`} label={colorPairLabels[pair]} />
    </div>
    <div className="col-span-3 lg:col-span-2">
      <Color name={`${theme}.on_${pair}`} label={`Text on ${colorPairLabels[pair].toLowerCase()}`} />
    </div>
    <Contrast words={contrastText(palette[`on_${pair}`], palette[pair])} />
  </fieldset>
)

const Contrast = ({ words }: { words: string | null }) => {
  const isReadable = words?.endsWith(', good contrast') ?? true
  const Icon = isReadable ? CircleCheck : CircleAlert
  return (
    <p
      className={cx(
        'tabular col-span-6 flex items-center gap-1.5 text-label lg:col-span-2 lg:mt-7',
        isReadable ? 'text-ink-2' : 'text-warning-text',
      )}
    >
      {words !== null && <Icon size={14} aria-hidden className="shrink-0" />}
      {words ?? 'Enter 6 characters after #'}
    </p>
  )
}

/** Renders a color field: picked, or typed as #rrggbb. */
const ColorField = (props: FormFieldProps) => {
  const { value, onChange, frame, ...field } = useFormField(props)
  const text = asText(value)
  return (
    <Field {...frame}>
      <span className="flex items-center gap-2">
        <TextInput
          {...field}
          value={text}
          onChange={onChange}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          className="tabular min-w-0 flex-1 font-mono"
        />
        <input
          type="color"
          aria-label={`Choose ${frame.label.toLowerCase()}`}
          value={isColor(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="size-8 shrink-0 cursor-pointer rounded-control bg-raised p-0.5 shadow-control coarse:size-10"
        />
      </span>
    </Field>
  )
}

const Color: FieldOf<FormFieldProps, SchoolColors> = ColorField

/** Returns every color by path: `light.on_primary`. */
type EditableColors = Readonly<Record<string, string>>

const flat = (colors: object): EditableColors =>
  Object.fromEntries(
    Object.entries(z.parse(schoolColors, colors)).flatMap(([theme, palette]) =>
      Object.entries(palette).map(([name, color]) => [`${theme}.${name}`, color]),
    ),
  )

/** Returns the colors to send. */
const nested = (facts: EditableColors): SchoolColors =>
  z.parse(
    schoolColors,
    Object.fromEntries(
      themes.map((theme) => [
        theme,
        Object.fromEntries(
          Object.entries(facts).flatMap(([name, color]) =>
            name.startsWith(`${theme}.`) ? [[name.slice(theme.length + 1), color]] : [],
          ),
        ),
      ]),
    ),
  )

const fields: MergeFields<EditableColors> = Object.fromEntries(
  Object.entries(colorNames).map(([name, label]) => [
    name,
    { label, words: (facts: EditableColors) => facts[name] ?? '' },
  ]),
)

/** The editable part with a school's colors. */
const colorsPart: SchoolPart<SchoolColors, EditableColors> = {
  key: 'school-colors',
  reply: schoolShape,
  what: 'the colors of this school',
  savedTitle: 'Colors saved',
  schema: schoolColorsChange,
  fields,
  valuesOf: ({ colors }) => schoolColors.safeParse(colors).data ?? null,
  factsOf: ({ colors }: School) => flat(colors),
  factsIn: (body) => flat(Object(body)),
  versionOf: ({ colors_version }) => colors_version,
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/colors')({
  component: ColorsScreen,
})

interface PreviewProps {
  school: School
  colors: SchoolColors
}

/** Renders the student website in light and dark mode. Decorative: the contrast is stated next to the fields. */
const ColorsPreview = ({ school, colors }: PreviewProps) => {
  const typed = {
    light: shown(colors.light, school.colors.light),
    dark: shown(colors.dark, school.colors.dark),
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {themes.map((theme) => (
        <figure key={theme} className="min-w-0">
          <figcaption className="mb-1 text-label font-medium text-ink-2">{themeLabels[theme]}</figcaption>
          <Site name={school.name} theme={theme} colors={typed} />
        </figure>
      ))}
    </div>
  )
}

/** While a color is being typed, the saved one is shown. */
const shown = (typed: Palette, saved: Readonly<Record<string, string>>): Palette => ({
  ...typed,
  ...Object.fromEntries(
    Object.entries(typed).map(([name, color]) => [name, isColor(color) ? color : saved[name]]),
  ),
})

const menu = ['Home', 'Plan', 'Contact'].map((label) => ({ key: label, label, href: null }))
const announcement = {
  text: 'Waivers are due 09/15. After that, you’re enrolled automatically.',
  tone: 'info',
} as const

const page = {
  ...homePage.empty,
  headline: 'Student health insurance',
  intro: '<p>Already covered? Waive the plan with proof of your own coverage.</p>',
}

interface SiteProps {
  name: string
  theme: Theme
  colors: SchoolColors
}

const noLink = () => null

/** Renders the student website at phone width, scaled down. */
const Site = ({ name, theme, colors }: SiteProps) => (
  <div inert className="overflow-hidden rounded-card shadow-line">
    <div className="[zoom:0.8]">
      <SiteTextContext value={renderTypedText}>
        <SiteFrame school={name} theme={theme} colors={colors} current="Home" {...{ menu, announcement }}>
          <HomeSite school={name} content={page} hrefOf={noLink} facts={null} />
        </SiteFrame>
      </SiteTextContext>
    </div>
  </div>
)
