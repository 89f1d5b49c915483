import * as z from 'zod/mini'
import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import { devices } from './choices.ts'

/** The forms of a site. */
export const visitedForms = ['enroll', 'waive'] as const

/** A step of a form that is shown to a student. It says nothing about who they are and what they typed. */
export const reachedStep = z.strictObject({
  form: z.enum(visitedForms),
  /** The step’s key; the published form has it. */
  step: z.string().check(z.maxLength(100)),
  /** Whether it’s the form’s first step for this student. */
  is_first: z.boolean(),
  language: z.enum(siteLanguages),
})
export type ReachedStep = z.output<typeof reachedStep>

/** What is counted of each language and each device. */
const numbers = { visits: z.int(), begun: z.int(), sent: z.int() }

const formVisits = z.object({
  form: z.enum(visitedForms),
  /** How often its first step was shown. */
  begun: z.int(),
  /** How many unfinished forms were saved for the first time. */
  saved: z.int(),
  /** How many were accepted. */
  sent: z.int(),
  /** The steps of the published form, in its order. */
  steps: z.array(
    z.object({
      key: z.string(),
      /** The school’s title; null for a step that every form can have. */
      title: z.nullable(z.string()),
      reached: z.int(),
      /** How many of them reached a later step, or sent the form. */
      went_on: z.int(),
    }),
  ),
})
export type FormVisits = z.output<typeof formVisits>

/** How often the pages and forms of a policy year’s site were used. */
export const siteVisits = z.object({
  /** The first day at the school, and the last one, which is today. */
  from: z.string(),
  to: z.string(),
  /** The pages that were visited, most visited first. */
  pages: z.array(
    z.object({
      key: z.string(),
      /** The title of a custom page; null for a usual one, and for one that was deleted. */
      title: z.nullable(z.string()),
      visits: z.int(),
    }),
  ),
  forms: z.array(formVisits),
  languages: z.array(z.object({ language: z.enum(siteLanguages), ...numbers })),
  devices: z.array(z.object({ device: z.enum(devices), ...numbers })),
})
export type SiteVisits = z.output<typeof siteVisits>
