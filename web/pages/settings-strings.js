// The texts of Settings, loaded with them.

import { learn } from '../strings.js';

/** @type {Record<string, import('../strings.js').Text>} */
export const texts = {
  'set.group.look': 'Appearance',
  'set.group.play': 'Playing',
  'set.group.sound': 'Sound',
  'set.group.engine': 'Analysis engine',
  'set.mode': 'Theme',
  'set.mode.system': 'System',
  'set.mode.light': 'Light',
  'set.mode.dark': 'Dark',
  'set.board': 'Board',
  'set.board.kaya': 'Kaya',
  'set.board.walnut': 'Walnut',
  'set.board.slate': 'Slate',
  'set.board.paper': 'Paper',
  'set.stones': 'Stones',
  'set.stones.slate': 'Classic',
  'set.stones.flat': 'Flat',
  'set.stones.jade': 'Jade',
  'set.stones.marks': 'X and O',
  'set.sound': 'Play sounds',
  'set.volume': 'Volume',
  'set.touch': 'Placing stones by touch',
  'set.touch.direct': 'One tap',
  'set.touch.confirm': 'Tap twice',
  'set.touch.magnify': 'Magnify',
  'set.touch.direct.about': 'A tap places the stone at once.',
  'set.touch.confirm.about': 'The first tap shows where the stone would go; the second places it.',
  'set.touch.magnify.about': 'Hold to see the point enlarged, slide to adjust, and lift your finger to place the stone.',
  'set.threads': 'Processor threads',
  'set.threads.auto': 'all but one',
  'set.memory': 'Memory',
  'set.memory.mib': '{size} MiB',
  'set.version': 'goren {version}',
};

learn(texts);
