// SPDX-License-Identifier: Apache-2.0
// Writes node_table.txt: what JavaScript's JSON.parse, which is what the runtime uses, says about many texts. One row a line:
//   <text, hexadecimal> bad
//   <text, hexadecimal> <its value, dumped as json_test.cc dumps it, hexadecimal>
// Numbers are dumped as the bits of the double, keys sorted by bytes, lone surrogates as U+FFFD (UTF-8 encoding does that).
const seeds = [
  '{}', '[]', '""', '0', '-0', 'true', 'false', 'null', ' {} ', '\t[\r\n]\n', '{"a":1}', '{"a":1,"b":[true,false,null]}', '[1,2,3]', '[[[]]]',
  '{"a":{"b":{"c":"d"}}}', '{"a":1,"a":2}', '{"a":{"x":1},"a":{"y":2}}', '{"":""}', '{"__proto__":1}', '{"2":1,"1":2}', '"\\u00e9é😀"', '"\\ud83d\\ude00"',
  '"\\ud83d"', '"\\ude00"', '"\\ude00\\ud83d"', '"\\ud83d\\ud83d\\ude00"', '"\\ud83dx"', '{"\\ud800":1}', '{"a\\u0062":1,"ab":2}', '"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\u0000"',
  '"\\u001b[31m"', '1', '-1', '1.5', '-1.5e3', '1E+2', '1e-2', '0.1', '1e400', '-1e400', '1e-400', '123456789012345678901234567890', '9007199254740993',
  '18446744073709551615', '18446744073709551616', '-9223372036854775808', '0.30000000000000004', '5e-324', '2.2250738585072011e-308', '1.7976931348623159e308',
  '"a\u007fb"', '"\u2028"', '"a\u00adb"', '[ 1 , "x" , { "k" : [ ] } ]', '{"a":[{"b":[{"c":[1]}]}]}', '"\\u0041\\u0062"', '[1]          \n\n\n', 'true' + '\n'.repeat(80),
  '"dangerouslyDisableSandbox"', '{"tool_input":{"dangerouslyDisable\\u0053andbox":true}}', '[0.0,-0.0,0e0,0E-1]', '[10,20,100]',
];
const broken = [
  '', ' ', '\n', '{', '}', '[', ']', '"', ',', ':', '-', '+', '.', '\\', '{"a"}', '{"a":}', '{"a":1,}', '[1,]', '[,1]', '[1,,2]', '{,}', '{"a":1 "b":2}', '{"a" 1}', '[1 2]',
  '{a:1}', "{'a':1}", "['a']", '// c\n{}', '{} // c', '/* c */ {}', '{"a":1 /* c */}', '# c\n{}', '{} x', '{}{}', '[] []', '1 2', '"a" "b"', '"a"b', 'true false', 'truex', 'True', 'TRUE',
  'nul', 'undefined', 'NaN', 'Infinity', '-Infinity', '01', '-01', '00', '1.', '.5', '+1', '1e', '1e+', '0x10', '1_000', '1.2.3', '--1', '1-', '0123', '"\\x41"', '"\\u12"', '"\\u12g4"', '"\\ud83d\\u"',
  '"\\', '"\\"', '"abc', '"a\nb"', '"a\tb"', '"a\u0000b"', '"a\u001fb"', '\ufeff{}', '\u00a0{}', '\u2028{}', '\u000b{}', '\u000c{}', '\u0000{}', '{}\u0000', '[1}', '{"a":1]', '{"a":[1}', '[[]', '{"a":{}',
  '{"a":1}}', '[1]]', '{"a"::1}', '{1:2}', '{null:1}', '{"a":"b}', '{"a":tru}', '{"a":nulll}', '[1;2]', '<html>', 'ready on arm64\n{"a":1}', '{"a":1}\nbye', '{"a":undefined}', '`a`', '{"a":1,"b"}', '"\\u{41}"',
];

function key(s) { return Buffer.from(s, 'utf8'); }
function dump(v) {
  if (v === null) return 'z';
  if (v === true) return 't';
  if (v === false) return 'f';
  if (typeof v === 'number') {
    const b = Buffer.alloc(8);
    b.writeDoubleBE(v);
    return '#' + b.toString('hex');
  }
  if (typeof v === 'string') return '"' + key(v).toString('hex') + '"';
  if (Array.isArray(v)) return '[' + v.map(dump).join(',') + ']';
  const members = Object.keys(v).map((k) => [key(k), v[k]]).sort((a, b) => Buffer.compare(a[0], b[0]));
  return '{' + members.map(([k, x]) => k.toString('hex') + ':' + dump(x)).join(',') + '}';
}

let state = 12345;  // own generator: the same rows on every run
function random(n) {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % n;
}
const pieces = ['{', '}', '[', ']', '"', ',', ':', '\\', ' ', '\n', '0', '1', '-', '.', 'e', 't', 'null', 'true', '\\u', '\\ud800', '//', "'", '\t', '\ufeff', '\u0000', 'é'];
function mutated(seed) {
  const s = [...seed];
  for (let i = 1 + random(2); i > 0; --i) {
    const at = random(s.length + 1);
    const how = random(4);
    if (how === 0) s.splice(at, 1);
    else if (how === 1) s.splice(at, 0, pieces[random(pieces.length)]);
    else if (how === 2) s.splice(at, 1, pieces[random(pieces.length)]);
    else s.splice(at, 0, ...s.slice(at, at + 1 + random(4)));
  }
  return s.join('');
}

const texts = new Set([...seeds, ...broken]);
for (let round = 0; round < 12; ++round) for (const seed of seeds) texts.add(mutated(seed));
console.log(`# JSON.parse of node ${process.version}, made by make_node_table.mjs`);
for (const text of texts) {
  const bytes = Buffer.from(text, 'utf8').toString('hex') || '-';
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    console.log(`${bytes} bad`);
    continue;
  }
  console.log(`${bytes} ${Buffer.from(dump(value)).toString('hex')}`);
}
