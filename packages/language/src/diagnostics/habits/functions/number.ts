import { advised, rewritten } from '../function-habit.ts';

const NOT_RANDOM =
  'A value must be the same when the flow runs again. Write md5(…) of the columns that identify the row.';

export const NUMBER_HABITS = [
  ...rewritten([
    ['pi()', '3.141592653589793e0', 'pi()', '3.141592653589793e0'],
    ['ceiling(a)', 'ceil(a)', 'ceiling(ratio)', 'ceil(ratio)'],
    ['pow(a, b)', 'power(a, b)', 'pow(ratio, 2)', 'power(ratio, 2)'],
    ['square(a)', 'power(a, 2)', 'square(ratio)', 'power(ratio, 2)'],
    ['safe_divide(a, b)', '(a / b)', 'safe_divide(clicks, m_one)', '(clicks / m_one)'],
    ['safe_divide(a, b)', '(a / b)', 'safe_divide(clicks, m_one - m_two)', '(clicks / (m_one - m_two))'],
  ]),
  ...advised([
    [
      'ratio_to_report',
      'Write value / sum(value) over (…).',
      'ratio_to_report(clicks)',
      'clicks / sum(clicks) over ()',
    ],
    [
      'conditional_true_event',
      'Write sum(if(condition, 1, 0)) over (order by …).',
      'conditional_true_event(active)',
      'sum(if(active, 1, 0)) over (order by day)',
    ],
    [
      'div0null',
      'Write coalesce(a / b, 0): a division by zero gives null.',
      'div0null(clicks, m_one)',
      'coalesce(clicks / m_one, 0)',
    ],
    [
      'width_bucket',
      'Write floor((value - low) / size) + 1, where size is the width of one bucket.',
      'width_bucket(clicks, 0, 10, 5)',
      'floor((clicks - 0) / 2) + 1',
    ],
    [
      'num_nonnulls',
      'Add if(value is null, 0, 1) for each value.',
      'num_nonnulls(site, kind)',
      'if(site is null, 0, 1) + if(kind is null, 0, 1)',
    ],
    [
      'runningdifference',
      'Write value - lag(value) over (order by …).',
      'runningdifference(clicks)',
      'clicks - lag(clicks) over (order by day)',
    ],
    ['log', 'Write ln(x) for the natural logarithm, log10(x) for that to base 10.', 'log(ratio)', 'ln(ratio)'],
    ['trunc', "Write floor(x) for numbers from 0, date_trunc(day, 'month') for dates.", 'trunc(ratio)', 'floor(ratio)'],
    [
      'truncate',
      'Write floor(x) for numbers from 0, round(x, 2) for some digits.',
      'truncate(ratio, 2)',
      'round(ratio, 2)',
    ],
    ['div', 'Write floor(a / b): / between integers gives a fraction.', 'div(clicks, 2)', 'floor(clicks / 2)'],
    [
      'div0',
      'Write coalesce(a / b, 0): a division by zero gives null.',
      'div0(clicks, m_one)',
      'coalesce(clicks / m_one, 0)',
    ],
    ['cbrt', 'Write power(x, 1.0 / 3).', 'cbrt(ratio)', 'power(ratio, 1.0 / 3)'],
    ['rand', NOT_RANDOM, 'rand()', 'md5(site)'],
    ['random', NOT_RANDOM, 'random()', 'md5(site)'],
    ['uuid', NOT_RANDOM, 'uuid()', 'md5(site)'],
    ['newid', NOT_RANDOM, 'newid()', 'md5(site)'],
    ['gen_random_uuid', NOT_RANDOM, 'gen_random_uuid()', 'md5(site)'],
    ['generate_uuid', NOT_RANDOM, 'generate_uuid()', 'md5(site)'],
    ['exp', 'Write power(2.718281828459045e0, x).', 'exp(ratio)', 'power(2.718281828459045e0, ratio)'],
    ['log2', 'Write ln(x) / ln(2).', 'log2(ratio)', 'ln(ratio) / ln(2)'],
    [
      'divide',
      'Write a / b for a fraction, floor(a / b) for a whole number.',
      'divide(clicks, m_one)',
      'clicks / m_one',
    ],
    [
      'monotonically_increasing_id',
      'Write row_number() over (order by …).',
      'monotonically_increasing_id()',
      'row_number() over (order by day)',
    ],
    [
      'strtol',
      'There are no numbers to other bases. Convert them where the file is made.',
      'strtol(site, 16)',
      'integer(site)',
    ],
  ]),
];
