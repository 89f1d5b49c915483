/**
 * Responses of payers (271, 005010X279A1) as the standard describes them, one for each way to answer. They’re written by
 * hand, not with our own writer, so that a mistake in both can’t hide.
 */

const isa =
  'ISA*00*          *00*          *ZZ*CLEARING       *ZZ*SHIPMATE       *261120*1030*^*00501*000000077*0*P*:~'

/** Puts the lines of a 271, without ST and SE, in envelopes. */
export const golden = (...lines: readonly string[]): string => {
  const body = ['BHT*0022*11*T-1*20261120*1030', ...lines]
  return [
    isa + 'GS*HB*CLEARING*SHIPMATE*20261120*1030*77*X*005010X279A1',
    'ST*271*0001*005010X279A1',
    ...body,
    `SE*${body.length + 2}*0001`,
    'GE*1*77',
    'IEA*1*000000077~',
  ].join('~')
}

const payer = ['HL*1**20*1', 'NM1*PR*2*HARBOR HEALTH*****PI*62308', 'PER*IC*PROVIDERS*TE*8005550100']
const inquirer = ['HL*2*1*21*1', 'NM1*1P*2*HARBORVIEW UNIVERSITY*****XX*1234567893']
const holder = ['HL*3*2*22*1', 'NM1*IL*1*ROSSI*CARLA****MI*HH123456701', 'DMG*D8*19700102*F']
const trace = 'TRN*2*T-1*9123456789'
const name = 'NM1*03*1*ROSSI*MAYA*L'

/** A response about a dependent: what the payer says about the student. */
export const aboutDependent = (...lines: readonly string[]): string =>
  golden(...payer, ...inquirer, ...holder, 'HL*4*3*23*0', trace, name, ...lines)

/** The usual details of the student before what is covered. */
export const student = ['REF*6P*G7420*HARBOR STAFF', 'DMG*D8*20030405*F', 'INS*N*19'] as const

/** A response about the student as subscriber. */
export const aboutSubscriber = (...lines: readonly string[]): string =>
  golden(...payer, ...inquirer, 'HL*3*2*22*0', trace, 'NM1*IL*1*ROSSI*MAYA*L***MI*HH123456701', ...lines)

/** A rejection at a level. */
export const rejection = (level: 'payer' | 'inquirer' | 'subscriber' | 'dependent', code: string): string => {
  const line = `AAA*N**${code}*C`
  switch (level) {
    case 'payer':
      return golden('HL*1**20*1', line, 'NM1*PR*2*HARBOR HEALTH*****PI*62308')
    case 'inquirer':
      return golden(...payer, ...inquirer, line)
    case 'subscriber':
      return golden(...payer, ...inquirer, 'HL*3*2*22*0', trace, 'NM1*IL*1*ROSSI*CARLA****MI*HH1', line)
    case 'dependent':
      return aboutDependent(line)
  }
}
